"""Lines on disk: what a log consists of, how it is read and written, and what can be wrong with it.

`FORMAT.md` describes the log for people, `events` for programs. This room knows the games' moves and rules, but
plays no game. All other rooms may import it; it imports none of them.

A log is read as raw games (`read_games`), whose lines are then decoded (`decoder`, `decode_header`). Anything
wrong is a `Problem` while file and line are not known, then a `Finding`.
"""

from cityleague.replays.log.choosing import Choice, Chosen, LeftOut, Sample, Span
from cityleague.replays.log.compression import ENDINGS, OTHER_ENDINGS, check_ending, pack
from cityleague.replays.log.decode import (
    Claim,
    LineDecoder,
    check_result,
    claim_of,
    decode_header,
    decoder,
    header_of,
    heads,
    id_of,
    is_bare,
    result_of,
)
from cityleague.replays.log.diagnosis import QUOTED, refuse_deep_nesting, refuse_repeated_keys, type_problem
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
    has_field,
    schema,
)
from cityleague.replays.log.findings import (
    CODES,
    Finding,
    Ids,
    LogError,
    Problem,
    Related,
    Seen,
    explain,
    repeated_id,
    rules_like,
)
from cityleague.replays.log.opening import (
    GAMES_FILE,
    LOG_NAMES,
    Found,
    RefusedInputError,
    identity_of,
    logs_of,
    open_input,
    read_whole,
    search,
)
from cityleague.replays.log.options import canonical_options, convert_options, options_from_text
from cityleague.replays.log.pointers import column_of
from cityleague.replays.log.reading import (
    BLANK,
    LogChangedError,
    Part,
    RawGame,
    Stamp,
    parts_of,
    read_games,
    read_part,
    stamp_of,
)
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
from cityleague.replays.log.wording import called, counted, path_text, perhaps, placed, printable, quote, spoken
from cityleague.replays.log.writing import (
    FileBeside,
    InTheWayError,
    InUseError,
    append_alone,
    folder_and_name,
    is_descriptor,
    is_unfinished,
    make_private,
    read_below,
    refuse_in_the_way,
    sweep,
    write_all,
    write_below,
    write_log,
    write_whole,
)
