"""Lines on disk: what a log consists of, how it is read and written, and what can be wrong with it.

`FORMAT.md` describes the log for people, `events` for programs. This room knows the games' moves and rules, but
plays no game. All other rooms may import it; it imports none of them.

A log is read as raw games (`read_games`), whose lines are then decoded (`decoder`, `decode_header`). Anything
wrong is a `Problem` while file and line are not known, then a `Finding`.
"""

from cityleague.replays.log.calling import called, placed
from cityleague.replays.log.choosing import Choice, Chosen, LeftOut, Span
from cityleague.replays.log.compression import ENDINGS, pack
from cityleague.replays.log.dates import spoken
from cityleague.replays.log.decode import LineDecoder, decode_header, decoder, header_of, heads, id_of
from cityleague.replays.log.diagnosis import refuse_deep_nesting, refuse_repeated_keys, type_problem
from cityleague.replays.log.ends import Claim, check_result, claim_of, is_bare, result_of
from cityleague.replays.log.events import (
    LOG_VERSION,
    SAID,
    ChanceEvent,
    CheckEvent,
    Commitment,
    Forfeit,
    ForfeitEvent,
    ForfeitKind,
    Header,
    MoveEvent,
    Name,
    Result,
    ResultEvent,
    encode,
    schema,
)
from cityleague.replays.log.findings import CODES, Finding, LogError, Problem, Related, explain, repeated_id
from cityleague.replays.log.kinds import MAX_LINE, has_field
from cityleague.replays.log.locking import InUseError, append_alone
from cityleague.replays.log.opening import Found, RefusedInputError, open_input, read_whole
from cityleague.replays.log.options import canonical_options, convert_options, options_from_text
from cityleague.replays.log.pointers import column_of
from cityleague.replays.log.reading import BLANK, Part, RawGame, parts_of, read_games, read_part
from cityleague.replays.log.samples import Sample
from cityleague.replays.log.searching import GAMES_FILE, LOG_NAMES, logs_of, search
from cityleague.replays.log.secrecy import (
    REVEALED_FILE,
    SECRET_BYTES,
    SECRET_FILE,
    Secret,
    Secrets,
    check_secret,
    read_secrets,
    secrets_of,
)
from cityleague.replays.log.seen import Ids, Seen
from cityleague.replays.log.stamps import LogChangedError
from cityleague.replays.log.wording import counted, path_text, perhaps, printable, quote
from cityleague.replays.log.writing import (
    FileBeside,
    InTheWayError,
    is_descriptor,
    is_unfinished,
    make_private,
    named,
    read_below,
    refuse_in_the_way,
    sweep,
    write_below,
    write_log,
    write_whole,
)

__all__ = [
    "BLANK",
    "CODES",
    "ENDINGS",
    "GAMES_FILE",
    "LOG_NAMES",
    "LOG_VERSION",
    "MAX_LINE",
    "REVEALED_FILE",
    "SAID",
    "SECRET_BYTES",
    "SECRET_FILE",
    "ChanceEvent",
    "CheckEvent",
    "Choice",
    "Chosen",
    "Claim",
    "Commitment",
    "FileBeside",
    "Finding",
    "Forfeit",
    "ForfeitEvent",
    "ForfeitKind",
    "Found",
    "Header",
    "Ids",
    "InTheWayError",
    "InUseError",
    "LeftOut",
    "LineDecoder",
    "LogChangedError",
    "LogError",
    "MoveEvent",
    "Name",
    "Part",
    "Problem",
    "RawGame",
    "RefusedInputError",
    "Related",
    "Result",
    "ResultEvent",
    "Sample",
    "Secret",
    "Secrets",
    "Seen",
    "Span",
    "append_alone",
    "called",
    "canonical_options",
    "check_result",
    "check_secret",
    "claim_of",
    "column_of",
    "convert_options",
    "counted",
    "decode_header",
    "decoder",
    "encode",
    "explain",
    "has_field",
    "header_of",
    "heads",
    "id_of",
    "is_bare",
    "is_descriptor",
    "is_unfinished",
    "logs_of",
    "make_private",
    "named",
    "open_input",
    "options_from_text",
    "pack",
    "parts_of",
    "path_text",
    "perhaps",
    "placed",
    "printable",
    "quote",
    "read_below",
    "read_games",
    "read_part",
    "read_secrets",
    "read_whole",
    "refuse_deep_nesting",
    "refuse_in_the_way",
    "refuse_repeated_keys",
    "repeated_id",
    "result_of",
    "schema",
    "search",
    "secrets_of",
    "spoken",
    "sweep",
    "type_problem",
    "write_below",
    "write_log",
    "write_whole",
]
