#!/bin/sh
# The main commands in one go: play a small tournament, validate its log, print one game's score sheet and the table.
# `make demo` runs it; with cityleague on the PATH it runs by itself.
set -eu

step() {
    printf '\n$ %s\n' "$*"
    "$@"
}

folder=${1:-demo}
rm -f "$folder/games.jsonl" # games of an older version do not belong to this tournament
printf '$ cityleague tournament --game between_two_cities --bots random,greedy,heuristic --deals 20 -j 2 -o %s\n' "$folder"
cityleague tournament --game between_two_cities --bots random,greedy,heuristic --deals 20 -j 2 -o "$folder" >/dev/null
step cityleague validate "$folder" -j 2
first=$(sed -n '1s/.*"id":"\([^"]*\)".*/\1/p' "$folder/games.jsonl")
step cityleague score "$folder" --game "$first"
step cityleague table "$folder"
