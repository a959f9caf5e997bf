"""What could have been played better, who was winning, and what was luck: by games played on from recorded positions.

`ANALYSIS.md` describes the lines that an analysis consists of, how they are found, and what they do not know. This room
imports `log`, `replay` and `workers`.
"""

from cityleague.replays.analysis.fitting import Analysis as Analysis
from cityleague.replays.analysis.fitting import AnalysisError as AnalysisError
from cityleague.replays.analysis.game import hint as hint
from cityleague.replays.analysis.levels import TermsError as TermsError
from cityleague.replays.analysis.reading import Analyses as Analyses
from cityleague.replays.analysis.records import Chances as Chances
from cityleague.replays.analysis.records import Judged as Judged
from cityleague.replays.analysis.records import Luck as Luck
from cityleague.replays.analysis.records import Opening as Opening
from cityleague.replays.analysis.records import Skipped as Skipped
from cityleague.replays.analysis.records import Summary as Summary
from cityleague.replays.analysis.running import PARTS as PARTS
from cityleague.replays.analysis.running import Planned as Planned
from cityleague.replays.analysis.running import Progress as Progress
from cityleague.replays.analysis.running import analyse as analyse
from cityleague.replays.analysis.running import examine as examine
from cityleague.replays.analysis.running import forecasts as forecasts
from cityleague.replays.analysis.running import run as run
