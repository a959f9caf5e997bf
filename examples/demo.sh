#!/bin/sh
# The main commands in one go: play a small tournament, validate its log, print one game's score sheet and the table,
# write a page about the league and one about a game.
# `make demo` runs it; with cityleague on the PATH it runs by itself.
set -eu

step() {
    printf '\n$ %s\n' "$*"
    "$@"
}

folder=${1:-demo}
rm -f "$folder/games.jsonl" "$folder"/deals.* # games of an older version do not belong to this tournament
printf '$ cityleague tournament --game between_two_cities --bots random,greedy,heuristic --deals 20 --seed 1 -j 2 -o %s\n' "$folder"
cityleague tournament --game between_two_cities --bots random,greedy,heuristic --deals 20 --seed 1 -j 2 -o "$folder" >/dev/null
step cityleague validate "$folder" -j 2
first=$(sed -n '1s/.*"id":"\([^"]*\)".*/\1/p' "$folder/games.jsonl")
step cityleague score "$folder" --id "$first"
step cityleague table "$folder"
step cityleague report "$folder" --no-validate -o "$folder/league.html"
step cityleague show "$folder" --id "$first" --format html -o "$folder/game.html"
printf '\nOpen these pages in a browser:\n  %s\n  %s\n' "$PWD/$folder/league.html" "$PWD/$folder/game.html"
