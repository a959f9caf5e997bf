#!/usr/bin/env bash
# The script of action.yml: validates once, writes all reports, and ends with the exit code of the validation.
# shellcheck disable=SC2153  # PATHS is an input
set -uo pipefail -o noglob
export PYTHONSAFEPATH=1 # nothing of the checkout is imported

# A commit can put anything into the checkout: a folder there must be new, and what it is in no link.
new() {
    local at
    at=$(dirname -- "$2")/$(basename -- "$2")
    if [ ! -e "$at" ] && [ ! -L "$at" ]; then
        while at=$(dirname -- "$at"); [ "$at" != . ] && [ "$at" != / ] && [ "$at" != "$PWD" ] && [ ! -L "$at" ]; do :; done
        [ -L "$at" ] && [ "$at" != "$PWD" ] || return 0
    fi
    echo "::error title=cityleague::$1: something is there already, or a link is in its path, and a commit may have put it there: name a new folder"
    exit 4
}

mapfile -t paths < <(grep -v '^[[:space:]]*$' <<< "$PATHS")
mapfile -t files < <(grep -v '^[[:space:]]*$' <<< "${COMPONENTS:-}")
jobs=${JOBS:-2}
options=(-j "$jobs" --allow-empty)
for file in "${files[@]}"; do options+=(--components "$file"); done
known=()
if [ -n "${KNOWN:-}" ]; then known=(--known "$KNOWN"); fi
summary=$(mktemp)
trap 'rm -f "$summary"' EXIT

if [ -n "${PAGE:-}" ]; then new page "$PAGE"; fi
if [ -n "${OUTPUT:-}" ]; then
    new output "$OUTPUT"
    output=$OUTPUT
    mkdir -p -- "$output" || exit 4
else
    output=$(mktemp -d "${RUNNER_TEMP:-${TMPDIR:-/tmp}}/cityleague-reports-XXXXXX") || exit 4
fi
echo "reports=$output" >> "${GITHUB_OUTPUT:-/dev/null}"

reports=(--also "markdown=$summary")
for format in ${FORMATS:-}; do
    case $format in
        junit) file=report.xml ;;
        sarif) file=report.sarif ;;
        markdown) file=report.md ;;
        gitlab) file="code-quality.json" ;;
        json) file=findings.ndjson ;; # not .jsonl: if the folder is among the paths, that is a log
        *) echo "::error title=cityleague::formats: there is no '$format'; sarif, junit, json, gitlab and markdown are"; exit 2 ;;
    esac
    reports+=(--also "$format=$output/$file")
done

# GitHub shows ten annotations of a kind; the summary and the reports have the rest.
cityleague validate "${options[@]}" "${known[@]}" --format github "${reports[@]}" -- "${paths[@]}"
code=$?
cat "$summary" >> "${GITHUB_STEP_SUMMARY:-/dev/null}"

if [ -n "${PAGE:-}" ] && [ "$code" -le 1 ]; then # findings have a page of their own
    if [ -n "${BASE_URL:-}" ]; then options+=(--base-url "$BASE_URL"); fi
    cityleague report "${options[@]}" -o "$PAGE" -- "${paths[@]}" || [ $? -eq 1 ] || code=4
fi
{
    if [ -f "$output/report.sarif" ]; then echo sarif=true; fi
    if [ -n "${PAGE:-}" ] && [ -f "$PAGE/index.html" ]; then echo site=true; else echo site=false; fi
} >> "${GITHUB_OUTPUT:-/dev/null}"
exit "$code"
