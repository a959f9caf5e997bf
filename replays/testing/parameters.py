"""What the bots of a game declare of their parameters is sound, with every number of seats, and they keep to it."""

from __future__ import annotations

import pytest

from cityleague.engine.bots.parameters import Parameter
from cityleague.engine.bots.specs import BotSpecError, known, parse
from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Setup
from cityleague.replays.players import Terms, allowed, declared_by, flaws, forbidden, with_parameter


def _declared(setup: Setup) -> list[tuple[str, Parameter]]:
    return [(bot, parameter) for bot in known(setup.game) for parameter in declared_by(bot, setup, Terms())]


def test_the_parameters_of_bots_are_declared_soundly(setup: Setup) -> None:
    for bot, parameter in _declared(setup):
        assert [*flaws(parameter)] == [], bot


def test_the_bots_take_what_they_declare_and_nothing_else(setup: Setup) -> None:
    for bot, parameter in _declared(setup):
        for value in allowed(parameter):
            parse(with_parameter(bot, parameter.name, value), setup.game).make(setup, Stream("parameters", bot))
        for value in forbidden(parameter):
            with pytest.raises(BotSpecError, match=f"{parameter.name} takes "):
                parse(with_parameter(bot, parameter.name, value), setup.game)


def test_a_bot_with_its_defaults_spelled_out_is_the_bot(setup: Setup) -> None:
    """What the declaration says of a default is what a bot without parameters plays by."""
    for bot in known(setup.game):
        some = declared_by(bot, setup, Terms())
        told = {parameter.name: str(parameter.default) for parameter in some}
        declaration = getattr(parse(bot, setup.game).factory, "parameters", None)
        if declaration is not None:
            assert declaration.read(told, setup) == declaration.read({}, setup)
        with pytest.raises(BotSpecError, match="unknown parameter 'no_such'; it takes"):
            parse(with_parameter(bot, "no_such", 1), setup.game)
