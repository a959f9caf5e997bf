#!/bin/sh
# The main job in one go: a small tournament, its log held against the rules, one game's score sheet, the table.
# `make demo` runs it; with cityleague on the PATH it runs by itself.
set -eu

step() {
    printf '\n$ %s\n' "$*"
    "$@"
}

folder=${1:-demo}
rm -f "$folder/games.jsonl" # an older version's games would not be this tournament's
printf '$ cityleague tournament --game between_two_cities --bots random,greedy,heuristic --deals 20 -j 2 -o %s\n' "$folder"
cityleague tournament --game between_two_cities --bots random,greedy,heuristic --deals 20 -j 2 -o "$folder" >/dev/null
step cityleague validate "$folder" -j 2
first=$(sed -n '1s/.*"id":"\([^"]*\)".*/\1/p' "$folder/games.jsonl")
step cityleague score "$folder" --game "$first"
step cityleague table "$folder"
