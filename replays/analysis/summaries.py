"""What the records of a game come to for each seat: average loss, marks, and where its lead has come from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt

from cityleague.engine.sums import portable_sum
from cityleague.replays.analysis.judging import NAMES, estimate
from cityleague.replays.analysis.records import Account, Chances, Judged, Luck, Opening, Record, Summary

_DIGITS = 4


def summaries(game: Opening, records: Sequence[Record]) -> Iterator[Summary]:
    """A summary for each seat."""
    choices = [one for one in records if isinstance(one, Judged)]
    for seat, player in enumerate(game.players):
        own = [one for one in choices if one.seat == seat]
        losses = [-one.effects[seat] for one in own]
        mean = estimate(losses) if len(losses) > 1 else None
        yield Summary(
            id=game.id,
            seat=seat,
            player=player,
            choices=len(own),
            loss=_rounded(mean.mean) if mean else None,
            se=_rounded(mean.se) if mean else None,
            marks={name: len([one for one in own if one.mark == name]) for name in NAMES},
            best=_rounded(len([one for one in own if one.best == one.played]) / len(own)) if own else None,
            account=_account(seat, records, choices) if game.terms.luck and game.terms.candidates else None,
        )


def _account(seat: int, records: Sequence[Record], choices: Sequence[Judged]) -> Account:
    points = [one for one in records if isinstance(one, Chances)]
    draws = [one for one in records if isinstance(one, Luck)]
    begun = next((one.start for one in draws if one.start), points[0].leads)
    lead, start = points[-1].leads[seat], begun[seat]
    luck = portable_sum([draw.gains[seat] for draw in draws])
    mine = [one for one in choices if one.seat == seat]
    theirs = [one for one in choices if one.seat != seat]
    own, others = [portable_sum([one.swings[seat] for one in some]) for some in (mine, theirs)]
    return Account(
        lead=lead,
        start=start,
        luck=_rounded(luck),
        luck_se=_together([draw.se[seat] for draw in draws]),
        own=_rounded(own),
        own_se=_together([one.swing_errors[seat] for one in mine]),
        others=_rounded(others),
        others_se=_together([one.swing_errors[seat] for one in theirs]),
        remainder=_rounded(lead - start - luck - own - others),
    )


def _together(errors: Sequence[float]) -> float:
    """The standard error of a sum."""
    return _rounded(sqrt(portable_sum([error**2 for error in errors])))


def _rounded(value: float) -> float:
    return round(value, _DIGITS) + 0.0
