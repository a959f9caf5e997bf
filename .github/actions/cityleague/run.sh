#!/usr/bin/env bash
# The script of action.yml: validates, reports, and ends with the exit code of the validation.
set -uo pipefail

mapfile -t paths < <(grep -v '^[[:space:]]*$' <<< "$PATHS")
mapfile -t files < <(grep -v '^[[:space:]]*$' <<< "${COMPONENTS:-}")
jobs=${JOBS:-2}
options=(-j "$jobs" --allow-empty)
for file in "${files[@]}"; do options+=(--components "$file"); done
output=${OUTPUT:-cityleague-reports}
mkdir -p "$output"

# GitHub shows ten annotations of a kind; the summary and the reports have the rest.
cityleague validate "${options[@]}" --format github -- "${paths[@]}"
code=$?
cityleague validate "${options[@]}" --format markdown -- "${paths[@]}" >> "${GITHUB_STEP_SUMMARY:-/dev/null}" 2> /dev/null

for format in ${FORMATS:-}; do
    case $format in
        junit) file=report.xml ;;
        sarif) file=report.sarif ;;
        markdown) file=report.md ;;
        gitlab) file=code-quality.json ;;
        json) file=findings.jsonl ;;
        *) echo "no such format: $format"; exit 2 ;;
    esac
    cityleague validate "${options[@]}" --format "$format" -- "${paths[@]}" > "$output/$file" 2> /dev/null
done

if [ -n "${PAGE:-}" ] && [ "$code" -le 1 ]; then # findings have a page of their own
    cityleague report "${options[@]}" -o "$PAGE" -- "${paths[@]}" || [ $? -eq 1 ] || code=4
fi
exit "$code"
