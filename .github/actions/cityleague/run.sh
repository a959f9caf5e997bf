#!/usr/bin/env bash
# The script of action.yml: validates once, writes all reports, and ends with the exit code of the validation.
# shellcheck disable=SC2153  # PATHS is an input
set -uo pipefail -o noglob

mapfile -t paths < <(grep -v '^[[:space:]]*$' <<< "$PATHS")
mapfile -t files < <(grep -v '^[[:space:]]*$' <<< "${COMPONENTS:-}")
jobs=${JOBS:-2}
options=(-j "$jobs" --allow-empty)
for file in "${files[@]}"; do options+=(--components "$file"); done
output=${OUTPUT:-cityleague-reports}
mkdir -p -- "$output" || exit 4
summary=$(mktemp)
trap 'rm -f "$summary"' EXIT

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
cityleague validate "${options[@]}" --format github "${reports[@]}" -- "${paths[@]}"
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
