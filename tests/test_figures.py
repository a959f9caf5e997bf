"""No document states a figure that no test holds.

What looks measured in a document stands in one of three tables: a sentence made of what the code or a bar says, rows
that a test compares with what it measures, or a phrase that is allowed, since it is a rule, a limit or an example. All
else that looks measured fails. Code, output, links and the history of releases are left out.
"""

from __future__ import annotations

import re

import pytest

from cityleague.replays.analysis.game import tempered
from cityleague.replays.analysis.levels import MEASURES, OTHER
from cityleague.replays.log.events import MAX_LINE
from cityleague.replays.log.opening import MAX_WHOLE
from cityleague.replays.log.reading import BOMB_FROM, BOMB_RATIO, MAX_GAME
from cityleague.replays.log.secrecy import SECRET_BYTES
from cityleague.replays.players import trace, waiting
from cityleague.replays.replay import cache
from cityleague.replays.tournaments.stopping import ERROR
from cityleague.replays.tuning import study

from .benchmarks import bars, simulate, tuning
from .fuzz import slowest
from .replays.analysis.test_judging import MARKED
from .replays.people.test_narrowing import TAPS
from .test_documents import DOCUMENTS, ROOT

MIB = 1 << 20
SPOKEN = {2: "twice", 20: "twenty times"}
NUMBER = r"(?<![\w.])\d[\d,.]*"
MEASURED = re.compile(
    rf"±|{NUMBER} ?%|(?<![\w.])\d*\.\d+(?![\w.])|\btimes (?:as|the|what)\b|\b(?:twice|half) as\b"
    rf"|{NUMBER} (?:s|ms|µs|seconds|minutes|hours|[KMG]i?B|Elo|games|deals|taps)\b"
    r"|\b(?:half|thirds?|quarters?|fifths?|tenths?|twentieth) (?:of the (?:time|memory)|of a second|longer|less)\b"
)
CODE = re.compile(r"^```.*?^```|(?<=\n\n)(?: {4}[^\n]*\n+)+|`[^`\n]+`|\]\([^)]*\)", re.DOTALL | re.MULTILINE)

STATED: dict[str, list[str]] = {
    "SECURITY.md": [
        f"costs at most {SPOKEN[slowest.BYTES_COST]} what legal games of the same size cost, or "
        f"{SPOKEN[slowest.GAMES_COST]} a legal game for each game in it"
    ],
    "cli/tune.py": [f"at most {tuning.CLAIMED} % of studies say so where it is not"],
    "replays/tournaments/stopping.py": [f"wrong in at most {100 * ERROR:g} % of tournaments"],
    "replays/reports/CI.md": [f"It grows to {cache.MOST_BYTES // MIB} MiB"],
    "replays/analysis/ANALYSIS.md": [
        *[
            f"| {own.worlds} | {own.playouts} | {own.horizon} | {', '.join(map(str, own.bars))} points |"
            for own in MEASURES.values()
        ],
        f"has {OTHER.worlds} worlds, {OTHER.playouts} playouts, its heuristic, and bars of "
        + "{}, {} and {} points".format(*OTHER.bars),
    ],
    "replays/analysis/METHOD.md": [
        f"24 of 24 playouts are told as {tempered([1, 0, 0], 24)[0]:.2f} with three players, 10 : 8 : 6 as three times "
        f"{tempered([10 / 24, 8 / 24, 6 / 24], 24)[0]:.2f}",
        f"of equal moves {100 * MARKED:g} % are marked at most",
    ],
    "replays/log/FORMAT.md": [
        f"draws a secret of {SECRET_BYTES} bytes",
        f"A line is at most {MAX_LINE // MIB} MiB long, a game {MAX_GAME // MIB} MiB",
        f"may grow to {BOMB_RATIO} times its size, or to {BOMB_FROM // MIB} MiB",
        f"have at most {MAX_WHOLE // MIB} MiB each",
    ],
    "replays/players/BOTS.md": [
        f"that nobody needs for {waiting.PATIENCE:g} seconds is ended",
        f"the last {trace.MOST // MIB} MiB of the conversation are kept",
        f"the last {trace.MOST // MIB} MiB of standard error",
    ],
    "replays/tournaments/TOURNAMENTS.md": [
        f"[At most {100 * ERROR:g} % of runs",
        f"Each answer is wrong in at most {100 * ERROR:g} % of runs",
    ],
    "replays/PROOF.md": [
        f"A share of 5 % finds one forged block in 5 % of cases, ten in {100 * (1 - 0.95**10):.0f} %, and 59 in "
        f"{100 * (1 - 0.95**59):.0f} %. 100 % finds each."
    ],
    "replays/league/RATINGS.md": [
        f"that happens in at most {100 * ERROR:g} % of runs, however",
        f"At least {simulate.HELD} % of the 95 % intervals hold",
        f"runs of up to {simulate.MOST_DEALS} deals between equal bots, with a look after each deal, at most "
        f"{simulate.FALSE} % end with a false winner",
    ],
    "replays/tuning/TUNING.md": [
        f"tells whether it is {study.LOW:g} or {study.HIGH:g} Elo better. It looks after {study.FIRST} deals",
        f"Each answer is wrong in [at most {100 * max(study.FALSE_LOW, study.FALSE_HIGH[2]):g} %]",
        f"At most {tuning.CLAIMED} % of studies claim a gain",
        f"at least {tuning.FOUND} % find a candidate that is better where {tuning.ELO} Elo can be gained",
    ],
    "tests/benchmarks/README.md": [
        f"takes at most {bars.LARGEST} MiB",
        f"all together at most {bars.LARGEST} MiB and {bars.FOR_EACH_JOB} MiB for each job",
        f"hold for Python {bars.PYTHON}",
        f"a move takes {TAPS} taps at most",
    ],
}
"""Sentences by document, made of the numbers that the code goes by, or the bars that tests and benchmarks hold."""
READ = {
    "engine/bots/README.md": r"^\| \w+ \| \+.* players, \d+ games \|.*$",  # tests/test_levels.py
    "tests/benchmarks/README.md": r"^\| .* \|$",  # tests/test_benchmarks.py: as `make bench` has measured
}
"""Rows by document that a test compares with what it measures."""
ALLOWED: dict[str, list[str]] = {
    "CONTRIBUTING.md": ["if it gives 3 %", "or 5 % to bots"],
    "README.md": ["Python 3.11", "(60 games):"],
    "cli/BEGIN.md": ["Python 3.11"],
    "cli/COMMANDS.md": ["or about 1 %", "files of 1000 games each"],
    "replays/league/LEAGUE.md": ["have an interval of at most 400 Elo"],
    "engine/between_two_cities/RULES.md": ["twice as many with two players"],
    "engine/bots/README.md": ["(0.5) is the constant of PUCT", "the 95 % interval of the share", "or for 60 games"],
    "engine/card_city_xl/RULES.md": ["1, 2, 3 and 4 %", "a split card pollutes 1 %", "city above 30 %"],
    "engine/neom/RULES.md": ["15 in sum and 7.5 points"],
    "replays/analysis/ANALYSIS.md": ["twice as many", "changed by 0.2", "chance fell by 0.1"],
    "replays/analysis/METHOD.md": ["1.5 standard errors", "interval (95 %, Wilson's)"],
    "replays/players/BOTS.md": ["has 60 seconds at first", "at least 20 games"],
    "replays/players/SANDBOX.md": ["Linux 6.10", "bubblewrap 0.8"],
    "replays/PROOF.md": ["plays 5 % of the blocks again", "with 5 % of each shard"],
    "replays/league/RATINGS.md": ["The 95 % interval has", "10 deals at 28 tables"],
    "replays/tournaments/TOURNAMENTS.md": ["is 0 or 30 Elo above", 'makes that 1 % for "30", and 10 % for "0"'],
    "replays/tuning/TUNING.md": ["so that 0.5 is as good", "far below 0.5 everywhere"],
    "tests/benchmarks/README.md": ["a log of 1 GB"],
}  # fmt: skip
"""Phrases by document: rules of games, limits, examples, and ways of speaking."""


def pattern(sentence: str) -> str:
    """Of a sentence that lines may break."""
    return r"\s+".join(map(re.escape, sentence.split()))


def text_of(document: str) -> str:
    """A document; of the changes, those to come."""
    text = (ROOT / document).read_text("utf-8")
    return text.partition("\n## Unreleased\n")[2].partition("\n## ")[0] if document == "CHANGELOG.md" else text


def unheld(document: str, text: str) -> list[str]:
    """What looks measured in a document and is in no table."""
    known = [*map(pattern, [*STATED.get(document, []), *ALLOWED.get(document, [])])]
    for some in [*known, *filter(None, [READ.get(document)])]:
        text = re.sub(some, " ", text, flags=re.MULTILINE)
    return [hit[0] for hit in MEASURED.finditer(CODE.sub(" ", text))]


@pytest.mark.parametrize("document", [str(path.relative_to(ROOT)) for path in DOCUMENTS])
def test_what_looks_measured_in_a_document_is_held_by_a_test(document: str) -> None:
    assert not unheld(document, text_of(document)), "put it into a table of tests/test_figures.py, or leave it out"


@pytest.mark.parametrize("document", sorted(STATED | ALLOWED))
def test_documents_say_what_the_code_and_the_bars_say(document: str) -> None:
    sentences = [*STATED.get(document, []), *ALLOWED.get(document, [])]
    assert [sentence for sentence in sentences if not re.search(pattern(sentence), text_of(document))] == []


@pytest.mark.parametrize(
    "figure",
    [
        "It wins 0.72 ± 0.03.", "It wins in 72 % of games.", "| heuristic | 0.72 | 0.28 |", "It takes 3 s.", "+30 Elo",
        "It is three times as quick.", "It takes twice as long.", "a third of the time", "43 MiB", "by .15", "9 games",
    ],
)  # fmt: skip
def test_a_figure_that_somebody_adds_is_found(figure: str) -> None:
    assert unheld("README.md", f"{text_of('README.md')}\n{figure}\n")


def test_code_and_whole_numbers_are_no_figures() -> None:
    text = "`foresight=0.5` of 7 tiles\n\n    12 games, 0.65\n\n[x](y-0.1.md), 0.2.0, 3 points"
    assert not unheld("README.md", text)
