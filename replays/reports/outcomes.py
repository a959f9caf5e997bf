"""What is said in a line: how a game ended, and how the results of a table are known."""

from cityleague.engine.looks.text import wrapped
from cityleague.engine.scoring import Sheet
from cityleague.replays.log import ResultEvent, decode_header, decoder
from cityleague.replays.reports.cleaning import terminal


def remarks(sheet: Sheet) -> str:
    """What a sheet says beside its points: "small town, last: 31 % pollution", or nothing."""
    return ", ".join([sheet.title] * bool(sheet.title) + [f"last: {sheet.last}"] * bool(sheet.last))


def outcome(log: bytes) -> str:
    """Places, players and scores of a complete game, and who forfeited and why; `log` is its log."""
    lines = log.splitlines()
    players = decode_header(lines[0]).players
    event = decoder().event(lines[-1])
    assert isinstance(event, ResultEvent)
    result = event.result
    assert isinstance(result.sheets, tuple)
    places = sorted(zip(result.ranks, players, result.scores, map(remarks, result.sheets), strict=True))
    said = ", ".join(
        f"{rank}. {player} {score}" + (f" ({remark})" if remark else "") for rank, player, score, remark in places
    )
    lost = "".join(
        f"; {players[forfeit.seat]} forfeited ({forfeit.kind}: {forfeit.reason})" for forfeit in result.forfeits
    )
    return terminal(said + lost)


def proof(proven: bool, width: int | None = None) -> str:
    """The text above a table that says how its results are known, in lines of at most `width` columns."""
    if proven:
        said = "Proven: each game in the table was checked against the rules, and its result worked out again."
    else:
        said = "Not proven: results are taken as the logs state them (--validate proves them)."
    return said if width is None else "\n".join(wrapped([said], width, 0))
