"""What could have been played better, who was winning, and what was luck: by games played on from recorded positions.

`LINES.md` describes the lines that an analysis consists of, `METHOD.md` how they are found. This room imports `log`,
`replay` and `workers`.
"""

from cityleague.replays.analysis.game import hint
from cityleague.replays.analysis.levels import TermsError
from cityleague.replays.analysis.reading import Analyses, Analysis, AnalysisError, analyses_in
from cityleague.replays.analysis.records import Chances, Judged, Luck, Opening, Skipped, Summary, line_of
from cityleague.replays.analysis.running import PARTS, Planned, Progress, analyse, examine, forecasts, run, saying
