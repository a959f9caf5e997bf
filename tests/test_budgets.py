"""How many words a document may have: a page grows only where another one gives.

Words are what `wc -w` counts. A page may exceed its budget by a tenth, all together may not exceed theirs.
"""

from __future__ import annotations

import pytest

from .test_documents import DOCUMENTS, ROOT

ALL = 40_000
BUDGETS = {
    "README.md": 850,
    "cli/BEGIN.md": 700,
    "replays/people/EVENING.md": 1500,
    "replays/league/LEAGUE.md": 1200,
    "replays/reports/CI.md": 1200,
    "replays/tournaments/TOURNAMENTS.md": 1700,
    "engine/bots/README.md": 950,
    "replays/players/BOTS.md": 1700,
    "examples/learning/README.md": 850,
    "replays/tuning/TUNING.md": 550,
    "replays/analysis/ANALYSIS.md": 1200,
    "replays/LIBRARY.md": 1050,
    "replays/archive/TABLES.md": 1500,
    "engine/ADDING.md": 1250,
    "engine/OPTIONAL.md": 480,
    "engine/between_two_cities/RULES.md": 1050,
    "engine/card_city_xl/RULES.md": 3250,
    "engine/city_tycoon/RULES.md": 2100,
    "engine/neom/RULES.md": 3000,
    "engine/twentieth_century/RULES.md": 3000,
    "examples/backyards/backyards/RULES.md": 250,
    "cli/COMMANDS.md": 1300,
    "replays/log/FORMAT.md": 2650,
    "replays/analysis/LINES.md": 500,
    "cli/WORDS.md": 300,
    "examples/conformance/README.md": 430,
    "replays/DESIGN.md": 600,
    "replays/PROOF.md": 650,
    "replays/league/RATINGS.md": 500,
    "replays/analysis/METHOD.md": 800,
    "replays/players/SANDBOX.md": 800,
    "tests/benchmarks/README.md": 570,
    "CHANGELOG.md": 1800,
    "CONTRIBUTING.md": 650,
    "SECURITY.md": 850,
    "examples/analysed/README.md": 60,
}
"""Words by document."""
NAMES = [path.relative_to(ROOT).as_posix() for path in DOCUMENTS]


def words(name: str) -> int:
    return len((ROOT / name).read_text("utf-8").split())


def test_every_document_has_a_budget() -> None:
    assert sorted(BUDGETS) == sorted(NAMES)


@pytest.mark.parametrize("name", sorted(BUDGETS))
def test_a_document_keeps_to_its_budget(name: str) -> None:
    assert words(name) <= 1.1 * BUDGETS[name], "say it shorter, link to where it is said, or delete what nobody needs"


def test_all_documents_together_keep_to_theirs() -> None:
    assert sum(map(words, NAMES)) <= ALL
