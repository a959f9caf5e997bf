"""How a game ended, in the words of a person: `Ada beats Ben by 3`."""

from collections.abc import Collection, Sequence

from cityleague.engine.looks.picture import shortened
from cityleague.engine.scoring import Points, whole

_NAME = 16.0
"""How wide a name may be in a headline, in heights of a letter; longer ones are cut in the middle."""
_NAMED = 5
"""With more players than that, some of the beaten are only counted."""


def headline(
    names: Sequence[str], scores: Sequence[Points], ranks: Sequence[int], forfeited: Collection[int] = ()
) -> str:
    """Who won a game. All but `names` is as in a result; `forfeited` are seats."""
    told = [shortened(name, _NAME, 1) for name in names]
    lost = [told[seat] for seat in range(len(told)) if seat in forfeited]
    if len(lost) == len(told):
        return _forfeit(lost)
    if len(told) == 1:
        return f"{_does(told[0], 'score')} {scores[0]}"
    stayed = sorted(set(range(len(told))) - set(forfeited), key=lambda seat: (ranks[seat], seat))
    first = [seat for seat in stayed if ranks[seat] == ranks[stayed[0]]]
    beaten = stayed[len(first) :]
    words = _ended(told, scores, first, beaten)
    return f"{words}; {_forfeit(lost)}" if lost else words


def _ended(names: Sequence[str], scores: Sequence[Points], first: Sequence[int], beaten: Sequence[int]) -> str:
    """The same for those who played to the end."""
    winners = [names[seat] for seat in first]
    if len(winners) > 1:
        return f"{_listed(winners)} {'share first place' if beaten else 'tie'}"
    if not beaten:
        return _does(winners[0], "win")
    ahead = whole(scores[first[0]] - scores[beaten[0]])
    # Whoever is ranked last for a reason of its own may have more points.
    how = f" by {ahead}" if ahead > 0 else " on a tie-break" if ahead == 0 else ""
    if len(beaten) > 1:
        return f"{_does(winners[0], 'win')}{how}, ahead of {_listed([names[seat] for seat in beaten])}"
    return f"{_does(winners[0], 'beat')} {names[beaten[0]]}{how}"


def _forfeit(lost: Sequence[str]) -> str:
    return _does(lost[0], "forfeit") if len(lost) == 1 else f"{_listed(lost)} forfeit"


def _does(name: str, verb: str) -> str:
    """What a player does; whoever plays at a table without a name is called You."""
    return f"{name} {verb}{'s' * (name != 'You')}"


def _listed(names: Sequence[str]) -> str:
    """Names as in a sentence: `Ada, Ben and Cleo`."""
    if len(names) > _NAMED:
        return f"{', '.join(names[: _NAMED - 1])} and {len(names) - _NAMED + 1} others"
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]
