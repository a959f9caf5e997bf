"""JSON Schemas of what others read and write: views, component files, plans, findings, and what is said to bots."""

from types import GenericAlias
from typing import Any, Literal, get_args

import msgspec
from msgspec import UNSET, UnsetType

from cityleague.engine.protocol import Setup
from cityleague.engine.registry import game as find_game
from cityleague.replays.log import Finding
from cityleague.replays.tournaments import Plan

Of = Literal["view", "bot", "components", "plan", "report"]
OF: tuple[Of, ...] = get_args(Of)
OF_A_GAME: tuple[Of, ...] = ("view", "bot", "components")
"""Those that differ from game to game."""


def schema_of(of: Of, name: str | None = None) -> dict[str, Any]:
    """The schema of a thing: a plan as in TOML, a line of `validate --format json` (report), what a program is asked
    and what it answers (bot), a view or a component file. Raises ValueError without a game that is needed.
    """
    if of in OF_A_GAME and name is None:
        raise ValueError(f"a schema of this kind ({of}) is for one game: name it")
    title = f"cityleague {of}" + (f" of {name}" if name else "")
    about = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": f"urn:{title.replace(' ', ':')}"}
    return {**about, "title": title, **msgspec.json.schema(_type_of(of, name or ""))}


def _type_of(of: Of, name: str) -> Any:
    if of in ("plan", "report"):
        return Plan if of == "plan" else Finding
    game = find_game(name)
    if of == "components":
        return getattr(game.components, "kind", dict[str, Any])
    view = type(Setup(game, game.options(), game.components(None), game.seats[0]).begin().view(0))
    if of == "view":
        return view
    asked = msgspec.defstruct("Asked", [("view", view), ("legal", GenericAlias(list, (game.moves,)))])
    fields = [("move", game.moves | UnsetType, UNSET), ("choose", int | UnsetType, UNSET)]
    answer = msgspec.defstruct("Answer", [*fields, ("info", dict[str, str | float] | UnsetType, UNSET)])
    return msgspec.defstruct("Decision", [("decide", asked), ("answer", answer)])
