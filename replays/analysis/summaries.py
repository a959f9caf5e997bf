"""What the records of a game come to for each seat: average loss, marks, and where its lead has come from."""

from collections.abc import Iterator, Sequence
from math import sqrt

from cityleague.engine.sums import portable_sum
from cityleague.replays.analysis.judging import NAMES, estimate
from cityleague.replays.analysis.records import Account, Chances, Judged, Luck, Opening, Record, Summary

_DIGITS = 4


def summaries(game: Opening, records: Sequence[Record]) -> Iterator[Summary]:
    """A summary for each seat."""
    choices = [record for record in records if isinstance(record, Judged)]
    for seat, player in enumerate(game.players):
        own = [choice for choice in choices if choice.seat == seat]
        losses = [-choice.effects[seat] for choice in own]
        mean = estimate(losses) if len(losses) > 1 else None
        yield Summary(
            id=game.id,
            seat=seat,
            player=player,
            choices=len(own),
            loss=_rounded(mean.mean) if mean else None,
            se=_rounded(mean.se) if mean else None,
            marks={name: len([choice for choice in own if choice.mark == name]) for name in NAMES},
            best=_rounded(len([choice for choice in own if choice.best == choice.played]) / len(own)) if own else None,
            account=_account(seat, records, choices) if game.terms.luck and game.terms.candidates else None,
        )


def _account(seat: int, records: Sequence[Record], choices: Sequence[Judged]) -> Account:
    points = [record for record in records if isinstance(record, Chances)]
    draws = [record for record in records if isinstance(record, Luck)]
    begun = next((draw.start for draw in draws if draw.start), points[0].leads)
    lead, start = points[-1].leads[seat], begun[seat]
    luck = portable_sum([draw.gains[seat] for draw in draws])
    mine = [choice for choice in choices if choice.seat == seat]
    theirs = [choice for choice in choices if choice.seat != seat]
    own, others = [portable_sum([choice.swings[seat] for choice in some]) for some in (mine, theirs)]
    return Account(
        lead=lead,
        start=start,
        luck=_rounded(luck),
        luck_se=_together([draw.se[seat] for draw in draws]),
        own=_rounded(own),
        own_se=_together([choice.swing_errors[seat] for choice in mine]),
        others=_rounded(others),
        others_se=_together([choice.swing_errors[seat] for choice in theirs]),
        remainder=_rounded(lead - start - luck - own - others),
    )


def _together(errors: Sequence[float]) -> float:
    """The standard error of a sum."""
    return _rounded(sqrt(portable_sum([error**2 for error in errors])))


def _rounded(value: float) -> float:
    return round(value, _DIGITS) + 0.0
