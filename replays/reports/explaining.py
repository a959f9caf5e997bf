"""A rule told to whoever has broken it: what holds, where the rulebook says so, and a log that breaks it."""

from collections.abc import Iterator

import msgspec

from cityleague.engine.doors import file_in
from cityleague.engine.rules import Rule
from cityleague.replays.log import printable


class _Example(msgspec.Struct):
    """A line that breaks a rule, and what a finding says of it; `log` is the whole log in the repository."""

    log: str
    line: int | None
    shown: str
    says: str


def explained(rule: Rule) -> Iterator[str]:
    """The lines of text about a rule or about what holds in any log."""
    yield f"{rule.code}: {rule.text}"
    if rule.section:
        yield f"    rulebook: {rule.section}"
    examples = msgspec.json.decode(file_in("cityleague.replays.reports", "broken.json"), type=dict[str, _Example])
    if example := examples.get(rule.code):
        yield "An example of a log that breaks it" + (f", line {example.line}:" if example.line else ":")
        if example.shown:
            yield f"    {printable(example.shown, 1000)}"
        yield f"    {rule.code}: {printable(example.says, 1000)}"
        yield f"    the whole log: {example.log} in the repository of cityleague"
