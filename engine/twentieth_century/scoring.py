"""Phase 6: bonus cards, final points, and score sheets. Rulebook: 6. Bonuswertung."""

from collections.abc import Sequence

from cityleague.engine.scoring import Line, Sheet, TieBreak, part
from cityleague.engine.twentieth_century.components import BONUS_ROUNDS
from cityleague.engine.twentieth_century.figures import Counted
from cityleague.engine.twentieth_century.table import LAST_ROUND, CenturyTable

MAJORITY = (8, 5, 3, 1)
"""Points for the most coins or science, the second most, and so on."""
PENALTY = 5
"""Points that each cube of garbage beyond the first on a tile costs."""
ROMAN = ("I", "II", "III", "IV", "V", "VI")


def score_bonus(table: CenturyTable) -> None:
    """Score the bonus card of this round, if there is one."""
    if table.round in BONUS_ROUNDS:
        card = table.box.bonus[table.bonus_cards[BONUS_ROUNDS.index(table.round)]]
        for seat, account in enumerate(table.accounts):
            account.bonus.append(tuple([line.points * count(table, seat, line.counts) for line in card.lines]))


def count(table: CenturyTable, seat: int, counted: Counted) -> int:
    """How many of the things that a line of a bonus card counts."""
    region, field = table.regions[seat], table.pollution[seat]
    match counted:
        case "coins":
            return region.production.coins
        case "science":
            return region.production.science
        case "prosperity":
            return region.production.prosperity
        case "points":
            return table.accounts[seat].points
        case "clean land":
            return region.clean_land()
        case "clean land by pollution":
            return region.clean_land() * table.box.pollution.clean_land[field]
        case "garbage":
            return sum(region.garbage)
        case "plants":
            return (region.terrain.plants & region.citizens).bit_count()
        case "flowers":
            return max(0, table.box.pollution.values[field])


def majority(held: Sequence[int]) -> list[int]:
    """Points by seat for holding the most. Ties share; whoever has the fewest gets none."""
    ranking, points = sorted(held, reverse=True), []
    for mine in held:
        first, sharing = ranking.index(mine), ranking.count(mine)
        points.append(sum(MAJORITY[first : first + sharing]) // sharing if mine > ranking[-1] else 0)
    return points


def sheets(table: CenturyTable) -> list[Sheet]:
    """A sheet per seat; before the end, as if the game ended now."""
    coins, science = majority(table.coins), majority(table.science)
    return [_sheet(table, seat, coins[seat], science[seat]) for seat in range(table.seats)]


def _sheet(table: CenturyTable, seat: int, coins: int, science: int) -> Sheet:
    account, region, field = table.accounts[seat], table.regions[seat], table.pollution[seat]
    track = table.box.pollution
    parts = [
        part("prosperity", [_round(account.yields[i], account.life[i], i) for i in range(min(table.round, LAST_ROUND))])
    ]
    for number, name, values in zip(BONUS_ROUNDS, table.bonus_cards, account.bonus, strict=False):
        lines = [
            Line(line.counts, points, f"{points // line.points} at {line.points} each")
            for line, points in zip(table.box.bonus[name].lines, values, strict=True)
        ]
        parts.append(part(f"bonus of round {ROMAN[number - 1]}", lines))
    clean, each, from_middle = region.clean_land(), track.clean_land[field], field - len(track.values) // 2
    final = [
        Line("clean land", clean * each, f"{clean} at {each} each"),
        Line("garbage", sum([-PENALTY * (cubes - 1) for cubes in region.garbage if cubes > 1]), _heaps(region.garbage)),
        Line("pollution", track.values[field], f"the marker is {from_middle:+d} from the middle"),
        _most("coins", coins, table.coins, seat),
        _most("science", science, table.science, seat),
    ]
    parts.append(part("final", final))
    return Sheet(tuple(parts), (TieBreak("least garbage", -sum(region.garbage)),))


def _round(yields: int, life: int, number: int) -> Line:
    """The points of a round."""
    quality = f", {life} for quality of life" if life else ""
    return Line(f"round {ROMAN[number]}", yields + life, f"{yields} of cities{quality}")


def _heaps(garbage: Sequence[int]) -> str:
    heaps = sorted([cubes for cubes in garbage if cubes], reverse=True)
    if len(heaps) < 2:
        return f"{heaps[0]} on one tile" if heaps else "none"
    return f"{sum(heaps)} on {len(heaps)} tiles: {', '.join(map(str, heaps))}"


def _most(good: str, points: int, held: Sequence[int], seat: int) -> Line:
    """What a seat gets for what it holds, and its place in the ranking."""
    mine, ranking = held[seat], sorted(held, reverse=True)
    if mine == ranking[-1]:
        return Line(good, points, f"{mine}, the fewest")
    first, sharing = 1 + ranking.index(mine), held.count(mine)
    shared = f" to {first + sharing - 1}, shared" if sharing > 1 else ""
    return Line(good, points, f"{mine}, place {first}{shared}")
