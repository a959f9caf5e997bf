"""What a bot can be told in its spec: `heuristic?foresight=0.5`. A bot declares it, so that it can be listed and tuned.

A declaration is a frozen struct, as README.md beside this file shows. Each field is a parameter: an `int` or a `float`
with bounds, or a `Literal`.
"""

from collections.abc import Mapping
from functools import cache
from typing import Literal, TypeVar

import msgspec
from msgspec import Meta, inspect

from cityleague.engine.protocol import Setup

Kind = Literal["integer", "number", "choice"]
Scale = Literal["linear", "log"]
P = TypeVar("P", bound="Parameters")


class Parameter(msgspec.Struct, frozen=True):
    """What a bot declares of one of its parameters."""

    name: str
    kind: Kind
    default: int | float | str
    """For the setup that was asked about: it may depend on the game's options and the number of seats."""
    low: int | float | None
    high: int | float | None
    """The bounds, which are allowed themselves; None for a choice."""
    scale: Scale
    """Whether equal steps (linear) or equal factors (log) of the value make about the same difference."""
    values: tuple[str, ...]
    """What can be chosen; nothing for numbers."""
    about: str
    """What it is, in a sentence."""

    def read(self, text: str) -> int | float | str:
        """The value that a spec gives; raises ValueError for anything else than the declaration allows."""
        if self.kind == "choice":
            if text not in self.values:
                raise ValueError(f"{self.name} takes {', '.join(self.values)}, not {text!r}")
            return text
        try:
            value = int(text) if self.kind == "integer" else float(text)
        except ValueError:
            wanted = "whole number" if self.kind == "integer" else "number"
            raise ValueError(f"{self.name} takes a {wanted}, not {text!r}") from None
        assert self.low is not None
        assert self.high is not None
        if not self.low <= value <= self.high:  # also refuses NaN
            raise ValueError(f"{self.name} takes {self.low} to {self.high}, not {text}")
        return value


def given(query: str) -> list[tuple[str, str]]:
    """The names and values behind the `?` of a spec; raises ValueError where it is not `name=value&name=value`."""
    if not query:
        return []
    from urllib.parse import parse_qsl  # noqa: PLC0415  (slow to import)

    return parse_qsl(query, keep_blank_values=True, strict_parsing=True)


def within(low: float, high: float, about: str, scale: Scale = "linear") -> Meta:
    """Annotates a number from low to high, with a sentence about it."""
    return Meta(ge=low, le=high, description=about, extra={"scale": scale})


def meaning(about: str) -> Meta:
    """Annotates a choice (a `Literal` of words) with a sentence about it."""
    return Meta(description=about)


class Parameters(msgspec.Struct, frozen=True):
    """The base of declarations. Each field has a default, and is annotated by `within`; a choice, by `meaning`."""

    @classmethod
    def usual(cls: type[P], _setup: Setup) -> P:
        """The defaults for a setup; a declaration may override it where they depend on that."""
        return cls()

    @classmethod
    def read(cls: type[P], given: Mapping[str, str], setup: Setup) -> P:
        """The parameters of a spec; raises ValueError for an unknown one and for what a declaration does not allow,
        and TypeError as `usual_of` does.
        """
        usual = usual_of(cls, setup)
        if not given:
            return usual
        known = {parameter.name: parameter for parameter in fields(cls)}
        if unknown := [name for name in given if name not in known]:
            takes = f"it takes {', '.join(known)}" if known else "it takes none"
            raise ValueError(f"unknown parameter {', '.join(map(repr, unknown))}; {takes}")
        return msgspec.structs.replace(usual, **{name: known[name].read(text) for name, text in given.items()})


def usual_of(declaration: type[P], setup: Setup) -> P:
    """The defaults for a setup; raises TypeError if there are none, as the class is somebody else's."""
    try:
        return declaration.usual(setup)
    except Exception as error:
        raise TypeError(f"`usual` fails where {setup.seats} play: {type(error).__name__}: {error}") from error


def declaration_of(factory: object) -> type[Parameters] | None:
    """What the class of a bot says of its parameters; None: nothing. Raises TypeError if it says something else."""
    declaration = getattr(factory, "parameters", None)
    if declaration is None or (isinstance(declaration, type) and issubclass(declaration, Parameters)):
        return declaration
    raise TypeError("`parameters` must be a class derived from cityleague.engine.bots.parameters.Parameters")


def declared(factory: object, setup: Setup) -> tuple[Parameter, ...]:
    """What the class of a bot declares for a setup, in its order; nothing if it takes none, or does not say.

    Raises TypeError if the declaration is none: see `Parameters`.

    >>> from cityleague.engine import prepare
    >>> setup = prepare("city_tycoon", seats=2)
    >>> [(one.name, one.default) for one in declared(setup.game.bots["heuristic"], setup)][:1]
    [('patience', 0.8)]
    """
    declaration = declaration_of(factory)
    if declaration is None:
        return ()
    usual = usual_of(declaration, setup)
    return tuple([msgspec.structs.replace(known, default=getattr(usual, known.name)) for known in fields(declaration)])


@cache
def fields(declaration: type[Parameters]) -> tuple[Parameter, ...]:
    """The parameters of a declaration, with the defaults of its fields; raises TypeError for what is none."""
    kind = inspect.type_info(declaration)
    assert isinstance(kind, inspect.StructType)
    return tuple([_parameter(field) for field in kind.fields])


def _parameter(field: inspect.Field) -> Parameter:
    kind, told = field.type, inspect.Metadata(field.type)
    if isinstance(kind, inspect.Metadata):
        told, kind = kind, kind.type
    about = str((told.extra_json_schema or {}).get("description", ""))
    scale = (told.extra or {}).get("scale", "linear")
    values: tuple[str, ...] = ()
    low: int | float | None = None
    high: int | float | None = None
    name: Kind = "choice"
    words = True
    if isinstance(kind, inspect.LiteralType):
        values = tuple(map(str, kind.values))
        words = all(isinstance(value, str) for value in kind.values)
    elif isinstance(kind, inspect.IntType | inspect.FloatType):
        name = "integer" if isinstance(kind, inspect.IntType) else "number"
        low, high = kind.ge, kind.le
    wrong = not about and "a description"
    wrong = wrong or (name != "choice" and (low is None or high is None) and "bounds, ge and le")
    wrong = wrong or (name == "choice" and not values and "a type: int, float or Literal")
    wrong = wrong or (scale not in ("linear", "log") and "a scale, linear or log")
    wrong = wrong or (scale == "log" and (low is None or low <= 0) and "a lowest value above 0, for its scale")
    wrong = wrong or (not words and f"words in its Literal, as a spec has them, not {', '.join(values)}")
    default = field.default
    wrong = wrong or (default is msgspec.NODEFAULT and "a default")
    allowed = default in values if name == "choice" else low is not None and high is not None and low <= default <= high
    wrong = wrong or (not allowed and f"a default that it allows, not {default!r}")
    if wrong:
        raise TypeError(f"the parameter {field.name} needs {wrong}")
    return Parameter(field.name, name, field.default, low, high, scale, values, about)
