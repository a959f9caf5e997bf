"""Games from other packages: they are listed and played like ours, and one that fails harms no other."""

from __future__ import annotations

import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner

from cityleague.cli import cli, main
from cityleague.engine import registry
from cityleague.engine.registry import GAMES, GameWarning, UnknownGameError

BARE = (
    "from msgspec.structs import replace\n"
    "from tests import toy\n"
    "GAME = replace(toy.GAME, name='{name}', title='Alley')\n"
)
GOOD = BARE.replace("title", "package='cityleague.engine.neom', title")  # any package that has the files

Bring = Callable[..., None]


@pytest.fixture
def bring(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bring]:
    """Install a package for one test: its name, the name of its game, what its module says, and where the game is."""

    def forget() -> None:
        registry.game.cache_clear()
        registry._entries.cache_clear()
        registry._loaded.cache_clear()

    def package(name: str, game: str, source: str = GOOD, value: str | None = None) -> None:
        module = name.replace("-", "_")
        info = tmp_path / f"{module}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[cityleague.games]\n{game} = {value or f'{module}:GAME'}\n")
        (tmp_path / f"{module}.py").write_text(source.format(name=game))
        forget()

    monkeypatch.syspath_prepend(tmp_path)
    modules = set(sys.modules)
    forget()
    yield package
    forget()
    for added in set(sys.modules) - modules:
        if getattr(sys.modules[added], "__file__", None) and str(tmp_path) in str(sys.modules[added].__file__):
            del sys.modules[added]


def test_a_game_from_a_package_is_a_game_like_ours(bring: Bring) -> None:
    bring("stranger-alley", "alley")
    assert registry.names() == [*GAMES, "alley"]
    assert registry.game("alley").title == registry.title("alley") == "Alley"
    assert [game.name for game in registry.games()] == [*GAMES, "alley"]
    listed = CliRunner().invoke(cli, ["games", "--format", "csv"])
    assert listed.stdout.splitlines()[-1].startswith("alley,Alley,1 to 3,")
    played = CliRunner().invoke(cli, ["play", "alley", "always", "random"])
    assert (played.exit_code, played.stdout.count("\n")) == (0, 5)


def test_a_game_that_fails_while_it_is_played_is_named_and_not_taken_for_cityleague(
    bring: Bring, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    failing = "def fail(*_):\n    raise KeyError('plank')\nGAME = replace(GAME, setup=fail)\n"
    bring("stranger-alley", "alley", GOOD + failing)
    monkeypatch.setattr(sys, "argv", ["cityleague", "play", "alley", "random", "random"])
    with pytest.raises(SystemExit) as end:
        main()
    told = capsys.readouterr().err
    assert end.value.code == 5
    assert told.startswith("Error: the game alley, of the package stranger-alley, has a mistake, please report it: ")
    assert "KeyError('plank')" in told
    assert "stranger_alley.py, line 5" in told


@pytest.mark.parametrize("game", GAMES)
def test_a_game_of_ours_is_meant_by_its_name_or_title_however_it_is_spelled(game: str) -> None:
    for words in (game, GAMES[game]):
        for typed in (words, words.upper(), words.replace("_", "-"), words.replace(" ", "-").lower(), words.title()):
            assert registry.meant(typed) == game


def test_every_command_takes_a_game_by_its_title() -> None:
    taken = set()
    with cli.make_context("cityleague", [], resilient_parsing=True) as context:
        for name in cli.list_commands(context):
            command = cli.get_command(context, name)
            assert command is not None
            for parameter in command.params:
                if parameter.name == "game" and not parameter.opts[0].startswith("--id"):
                    assert parameter.type.convert("between two-CITIES", parameter, None) == "between_two_cities"
                    taken.add(name)
    assert taken >= {"play", "record", "check-bot", "rules", "components", "schema", "tournament", "table", "export"}


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("nemo", "do you mean neom?"),
        ("city", "do you mean card_city_xl or city_tycoon?"),
        ("chess", "'chess'; there are:"),
    ],
)
def test_what_is_no_game_comes_with_the_nearest_and_all_that_there_are(text: str, near: str) -> None:
    with pytest.raises(UnknownGameError) as refused:
        registry.meant(text)
    assert near in str(refused.value)
    assert ", ".join(GAMES) in str(refused.value)
    assert near in CliRunner().invoke(cli, ["play", text, "random"]).stderr


def test_a_title_that_two_games_have_is_refused_with_both(bring: Bring) -> None:
    bring("stranger-alley", "alley_1")
    assert registry.meant("ALLEY") == "alley_1"
    bring("stranger-lane", "lane_1")
    assert registry.meant("Lane-1") == "lane_1"
    with pytest.raises(UnknownGameError, match=r"do you mean alley_1 or lane_1\? There are: between_two_cities, "):
        registry.meant("alley")


FAILING = {
    "it cannot be imported": (
        "import nothing_of_this_name\n",
        "cannot be loaded: ModuleNotFoundError: No module named 'nothing_of_this_name'",
    ),
    "it ends the program": ("raise SystemExit('enough')\n", "cannot be loaded: SystemExit: enough"),
    "it has no such name": ("OTHER = 1\n", "cannot be loaded: AttributeError: "),
    "it is not a game": ("GAME = 'chess'\n", "cannot be loaded: stranger_alley:GAME is not a Game"),
    "it calls itself otherwise": (GOOD.replace("{name}", "lane"), "stranger_alley:GAME calls itself 'lane'"),
    "it comes without its files": (
        BARE,
        "cannot be loaded: tests.toy has no file RULES.md; does pyproject.toml list it as package data?",
    ),
    "it comes without a component file of before": (
        GOOD.replace("package=", "superseded=('older/1.json',), package="),
        "cannot be loaded: cityleague.engine.neom has no file older/1.json; does pyproject.toml list it",
    ),
    "its rules are no tuple": (
        GOOD.replace("package=", "rules=[], package="),
        "cannot be loaded: Game.rules is no tuple, but []; a tuple of one has a comma: (x,)",
    ),
    "it has one rule where rules are due": (
        "from cityleague.engine.rules import NOT_YOURS\n" + GOOD.replace("package=", "rules=NOT_YOURS, package="),
        "cannot be loaded: Game.rules is no tuple, but Rule(",
    ),
    "its seats are no range": (
        GOOD.replace("package=", "seats=(2, 3), package="),
        "cannot be loaded: Game.seats is no range, but (2, 3): range(2, 5) is for 2 to 4 players",
    ),
    "its view names a secret without a comma": (
        "from cityleague.engine.protocol import View\nclass Own(View):\n    secrets = ('hand')\n",
        "cannot be loaded: TypeError: Own.secrets is no tuple, but 'hand'; a tuple of one has a comma: (x,)",
    ),
    "it lacks what a game has": (
        "from cityleague.engine.protocol import Game\nGAME = Game(name='alley')\n",
        "cannot be loaded: TypeError: ",
    ),
}


@pytest.mark.parametrize("case", FAILING)
def test_a_package_that_fails_is_named_and_everything_else_goes_on(case: str, bring: Bring) -> None:
    source, message = FAILING[case]
    bring("stranger-alley", "alley", source)
    bring("stranger-lane", "lane_2")
    with pytest.warns(GameWarning) as warned:
        names = [game.name for game in registry.games()]
    assert names == [*GAMES, "lane_2"]
    (told,) = {str(warning.message) for warning in warned}
    assert told.startswith("the game 'alley' of the package stranger-alley ")
    assert message in told
    with pytest.raises(UnknownGameError, match="stranger-alley"):
        registry.game("alley")
    assert registry.title("alley") == "alley"
    refused = CliRunner().invoke(cli, ["play", "alley", "random"])
    assert refused.exit_code == 2
    assert told in refused.stderr


NAMED = {
    "it is called like one of ours": (["neom"], "a game that comes with cityleague is called 'neom' already"),
    "its name is not one": (["My-Game"], "'My-Game' cannot be a game's name"),
    "two packages bring it": (["alley", "alley"], "a game called 'alley' can come from one package only"),
}


@pytest.mark.parametrize("case", NAMED)
def test_a_name_that_cannot_be_used_is_reported_and_everything_else_goes_on(case: str, bring: Bring) -> None:
    names, message = NAMED[case]
    for number, name in enumerate(names):
        bring(f"stranger-{number}", name)
    bring("stranger-lane", "lane")
    with pytest.warns(GameWarning) as warned:
        assert registry.names() == [*GAMES, "lane"]
    (told,) = [str(warning.message) for warning in warned]
    packages = " and ".join(f"stranger-{number}" for number in range(len(names)))
    assert told.startswith(f"no game of the package {packages}: ")
    assert message in told
    assert registry.game("neom").package == "cityleague.engine.neom"


def test_a_warning_is_one_line_on_standard_error(bring: Bring, tmp_path: Path) -> None:
    bring("stranger-alley", "alley", "import nothing_of_this_name\n")
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from cityleague.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", code, "games"], capture_output=True, text=True, check=True)
    assert [line.split()[0] for line in done.stdout.splitlines()[2:] if line[0] != " "] == list(GAMES)
    (line,) = done.stderr.splitlines()
    assert line.startswith("warning: the game 'alley' of the package stranger-alley cannot be loaded: ")


def test_a_log_of_a_game_that_is_not_installed_says_so(tmp_path: Path) -> None:
    log = tmp_path / "g.jsonl"
    log.write_text('{"log":1,"game":"alley","rules":"1","players":["a","b"],"id":"x"}\n')
    validated = CliRunner().invoke(cli, ["validate", str(log)])
    assert validated.exit_code == 1
    assert "LOG-GAME" in validated.stdout
    assert "no game is called 'alley'; there are: between_two_cities, " in validated.stdout
    assert "; others can be installed as packages" in validated.stdout


def test_names_of_games_are_completed(bring: Bring) -> None:
    bring("stranger-alley", "neon")
    bring("stranger-other", "neom")  # its warning would spoil the command line
    completion = ShellComplete(cli, {}, "cityleague", "_CITYLEAGUE_COMPLETE")
    with warnings.catch_warnings(action="error"):
        completions = completion.get_completions(["play"], "ne")
    assert [item.value for item in completions] == ["neom", "neon"]


@pytest.mark.parametrize("words", [["--help"], ["play", "--help"], ["play", "neom", "random"]])
def test_packages_are_not_searched_needlessly(words: list[str]) -> None:
    code = (
        "import sys; from cityleague.cli import cli\n"
        f"cli({words!r}, standalone_mode=False)\n"
        "assert 'importlib.metadata' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
