"""Games by rules 1: whoever had a district left had to supply or to pass, and round IV was cleaned up, too."""

import msgspec

from cityleague.engine.chance import Stream
from cityleague.engine.city_tycoon import supplying
from cityleague.engine.city_tycoon.bots.imagining import imagine
from cityleague.engine.city_tycoon.components import Box
from cityleague.engine.city_tycoon.figures import TERRAINS, Demand, District, Terrain
from cityleague.engine.city_tycoon.moves import Move, OptionsOfRules2
from cityleague.engine.city_tycoon.state import TycoonState
from cityleague.engine.city_tycoon.table import TycoonTable
from cityleague.engine.city_tycoon.view import View
from cityleague.engine.course import Table
from cityleague.engine.protocol import Setup


class _Touching(msgspec.Struct, frozen=True):
    terrain: Terrain
    points: int


class _Reward(msgspec.Struct, frozen=True):
    points: int
    yellow: int
    meadow: int
    water: int
    points_for: _Touching | None


class _District(msgspec.Struct, frozen=True):
    """A district as digests had it."""

    name: str
    cost: int
    demands: tuple[Demand, ...]
    kind: str
    reward: _Reward


def _as_before(tile: District) -> _District:
    reward = tile.reward
    touching = [_Touching(terrain, points) for terrain in TERRAINS if (points := reward.points_for.of(terrain))]
    return _District(
        tile.name,
        tile.cost,
        tile.demands,
        tile.kind,
        _Reward(reward.points, reward.yellow, reward.meadow, reward.water, touching[0] if touching else None),
    )


class TableOfRules1(TycoonTable):
    """A table whose digest tells of a district whether it has been supplied, but not by which demand."""

    __slots__ = ()

    def plain(self) -> list[object]:
        """As `TycoonTable.plain`."""
        plain = super().plain()
        tiles, *others = self.town.plain()
        assert isinstance(tiles, list)
        plain[0] = [[(*tile, int(demand >= 0)) for *tile, demand in tiles], *others]
        return [_as_before(value) if isinstance(value, District) else value for value in plain]


class StateOfRules1(TycoonState):
    """A game by rules 1."""

    __slots__ = ()

    def _after_supply(self) -> None:
        """Whoever has no district left to supply has passed."""
        table = self.table
        town = table.town
        for seat in range(table.seats):
            table.passed[seat] |= all(tile in town.met for tile in town.built[seat])
        super()._after_supply()

    def _is_asked(self, _seat: int) -> bool:
        return True

    def _end_round(self) -> None:
        supplying.clean_up(self.table)
        super()._end_round()

    def hint(self, _seat: int, _move: Move) -> str:
        """Nothing: nobody was skipped who had a district left."""
        return ""


def setup_by_rules_1(_options: OptionsOfRules2, seats: int, box: Box) -> StateOfRules1:
    """A new game; raises OptionsError."""
    return StateOfRules1.at(TableOfRules1(seats, box, pass_is_final=True))


def imagine_by_rules_1(setup: Setup, view: View, stream: Stream) -> StateOfRules1:
    """A state that fits a seat's view; see `imagine`."""
    table, imagined = object.__new__(TableOfRules1), imagine(setup, view, stream).table
    for name in (*Table.shared, *TycoonTable.__slots__):
        setattr(table, name, getattr(imagined, name))
    return StateOfRules1.at(table)
