#!/bin/sh
# The smallest bot: it plays any game, always making the first of the legal moves.
#
#   cityleague play between_two_cities "exec:examples/bots/first.sh" greedy -o g.jsonl

read -r hello           # what is played, as a line of JSON; this bot does not care
echo '{"ready":1}'

while read -r question  # {"decide":{"view":...,"legal":[...]}}, until the game is over
do
    echo '{"choose":0}'
done
