"""The score sheet: the sources of points, and the money flows (rulebook: Spielende)."""

from cityleague.engine.city_tycoon.table import TycoonTable
from cityleague.engine.scoring import Line, Part, Sheet, TieBreak, part


def sheet(table: TycoonTable, seat: int) -> Sheet:
    """The seat's score as the game stands; money breaks ties."""
    account, money, rate = table.accounts[seat], table.money[seat], table.box.basics.money_for_point
    lines = [
        Line("instant rewards", account.instant, "when districts were built"),
        Line("touching terrain", account.touching, "when districts were built"),
        Line("demands", account.demands, "met in the supply phases"),
        Line("money", money // rate, f"1 for {rate} of {money}"),
    ]
    return Sheet((part("points", lines), _flows(table, seat)), (TieBreak("money", money),))


def _flows(table: TycoonTable, seat: int) -> Part:
    """Money received and paid; it does not count for points."""
    account = table.accounts[seat]
    lines = [
        Line("at the beginning", account.start, "from the bank"),
        Line("tiles sold", account.sales, "from the bank"),
        Line("demands", account.rewards, "from the bank"),
        Line("districts", -account.districts, "to the bank"),
        Line("plants", -account.plants, "to the bank"),
        Line("cubes and crossings", -account.fees[-1], "to the bank"),
    ]
    for other in range(table.seats):
        if other != seat:
            lines += [
                Line(f"paid to seat {other}", -account.fees[other], "for cubes and crossings"),
                Line(f"got from seat {other}", table.accounts[other].fees[seat], "for cubes and crossings"),
            ]
    return part("money flows", lines, counts=False)
