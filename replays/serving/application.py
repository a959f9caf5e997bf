"""What the server answers: one function for each kind of page, one for each thing that somebody does."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from os.path import basename
from typing import Any
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from cityleague.engine.bots.specs import BotSpecError
from cityleague.engine.components import ComponentsError
from cityleague.engine.protocol import Game
from cityleague.engine.registry import UnknownGameError, games
from cityleague.engine.registry import game as find_game
from cityleague.engine.rules import IllegalMove
from cityleague.replays.analysis import Analysis
from cityleague.replays.log import LogError, Problem, RawGame, options_from_text, read_games
from cityleague.replays.pages import NOWHERE, Made, Records, Sources, league_page, read_records, walk, walked_page
from cityleague.replays.people import FileChangedError, NotSavedError, OutdatedError, TableError, of_the_box, with_parts
from cityleague.replays.serving.codes import code_of
from cityleague.replays.serving.folder import called, without_folder
from cityleague.replays.serving.forms import Form, chosen_options, first_given, options_of, players_of
from cityleague.replays.serving.guard import MISTAKE
from cityleague.replays.serving.pointing import Pointed
from cityleague.replays.serving.rendering import Eyes, glance, rendered, said_of, static, table_page, unsaved
from cityleague.replays.serving.rules import rules_of
from cityleague.replays.serving.seated import Seated, TooManyError
from cityleague.replays.serving.tables import Tables, bots_for, require_known
from cityleague.replays.workers import WorkerError

_OWN_POLICY = "frame-ancestors 'none'"
"""For pages that bring the rest of their policy with them."""
_REFUSED = (TableError, IllegalMove, LogError, Problem, ComponentsError, BotSpecError, WorkerError, FileChangedError)
"""What is told on the page where it was done."""


class Served:
    """The pages of some tables."""

    def __init__(self, tables: Tables, lan: str | None = None, tell: Callable[[Seated], None] = lambda _: None) -> None:
        """`lan`: host and port under which phones find this server; `tell` is called with each table that is opened for
        people to play."""
        self.tables, self.lan, self._tell = tables, lan, tell

    def application(self) -> Starlette:
        """All of it, to be guarded."""
        return Starlette(
            routes=[
                Route("/", self.start),
                Route("/static/{name}", self.file),
                Route("/rules/{game}", self.rules),
                Route("/new/{how}", self.new),
                Route("/new/{how}/{game}", self.new),
                Route("/new/{how}/{game}", _sent(self.begin), methods=["POST"]),
                Route("/league", self.league),
                Route("/page/{name}", self.page),
                Route("/learn/{name}", self.learn),
                Route("/keep/{name}", _sent(self.keep), methods=["POST"]),
                Route("/game/{name}", self.table),
                Route("/game/{name}", _sent(self.act), methods=["POST"]),
                Route("/game/{name}/changes", self.changes),
                Route("/seat/{token}", self.table),
                Route("/seat/{token}", _sent(self.act), methods=["POST"]),
                Route("/seat/{token}/changes", self.changes),
            ],
            middleware=[Middleware(GZipMiddleware, minimum_size=500, compresslevel=6)],
            exception_handlers={404: _not_found, OSError: _unreadable, Exception: _mistake},
        )

    # -- pages that are no tables

    def start(self, _request: Request) -> Response:
        """The games of the folder."""
        return HTMLResponse(self._start())

    def _start(self, note: str = "") -> str:
        listed = self.tables.folder.games()
        tables = {game.name: glance(there) for game in listed if (there := self.tables.at(game.name))}
        return rendered("start.html", games=listed, tables=tables, kinds=games(), lan=self.lan is not None, note=note)

    def file(self, request: Request) -> Response:
        """A file that pages need."""
        found = static(request.path_params["name"])
        if found is None:
            return _not_found(request)
        kind, text = found
        return Response(text, media_type=kind, headers={"Cache-Control": "no-cache"})

    def rules(self, request: Request) -> Response:
        """How a game is played here."""
        game = _game(request)
        if game is None:
            return _not_found(request)
        is_host = request.headers["host"] != self.lan
        return HTMLResponse(rendered("plain.html", title=game.title, text=rules_of(game), is_host=is_host))

    def new(self, request: Request) -> Response:
        """The form of a new game, or which game it is of."""
        how, game = request.path_params["how"], _game(request)
        if how not in ("record", "play") or (game is None and "game" in request.path_params):
            return _not_found(request)
        if game is None:
            return HTMLResponse(rendered("new.html", how=how, game=None, games=games(), note=""))
        return HTMLResponse(self._form(how, game, first_given(game, how)))

    def _form(self, how: str, game: Game, given: Mapping[str, Any], note: str = "") -> str:
        return rendered(
            "new.html",
            how=how,
            game=game,
            games=(),
            given=given,
            note=note,
            options=[*options_of(game)],
            words=" ".join((game.options.__doc__ or "").split()).replace("`", ""),
            bots=bots_for(game),
            components=self.tables.folder.contents(),
            box=of_the_box(game, on_pages=True).splitlines() if how == "record" else (),
        )

    def league(self, _request: Request) -> Response:
        """The league table of the folder's games, but for those that go on."""
        folder, sources = self.tables.folder, Sources()
        logs = [folder.place(game.name) for game in folder.games() if game.kind != "running"]
        records = Records(map(without_folder, read_records(logs, sources, {}, validate=False)))
        hashes = {basename(file): digest for file, digest in sources.hashes().items()}
        return _own(league_page(records, Made("cityleague report FOLDER -o FILE.html", hashes, False, "people")))

    def page(self, request: Request) -> Response:
        """The page of a game, to step through it."""
        raw = self._game(request.path_params["name"])
        league = None if "file" in request.query_params else "/"
        return self._page_of(raw, None, league) if raw else _not_found(request)

    def learn(self, request: Request) -> Response:
        """The page of a game with what a bot says of it. While the bot looks at the game, the page asks again."""
        folder, raw = self.tables.folder, self._game(request.path_params["name"])
        if raw is None:
            return _not_found(request)
        try:
            said = self.tables.lessons.about(raw, tuple(folder.contents().items()))
        except _REFUSED as error:
            return HTMLResponse(rendered("plain.html", title="Learn", words=said_of(error), is_host=True), 400)
        if said is None:
            far = self.tables.lessons.far.get(raw, (0, 0))
            page = rendered("plain.html", title="A bot looks at the game", is_host=True, far=far)
            other = "b" if "a" in request.query_params else "a"  # within a second it is one page in the history
            return HTMLResponse(page, headers={"Refresh": f"1; url=?{other}#learn"})
        return self._page_of(raw, said if said.seats else None, "/")

    def _page_of(self, raw: RawGame, said: Analysis | None, league: str | None) -> Response:
        """The page of a game, which leads back to the `league`, if there is one."""
        files = self.tables.folder.component_files()
        return _own(walked_page(raw, walk(raw, files, said, called), league, NOWHERE.tags("")).decode())

    def _game(self, name: str) -> RawGame | None:
        """The only game, or the first one, of a file in the folder."""
        if not self.tables.folder.has(name):
            return None
        raw = next(iter(read_games(self.tables.folder.place(name))), None)
        return raw._replace(file=name) if raw and not isinstance(raw, Problem) else None

    def begin(self, request: Request, body: bytes) -> Response:
        """A new game."""
        how, game, form = request.path_params["how"], _game(request), Form(b"")
        if game is None or how not in ("record", "play"):
            return _not_found(request)
        try:
            form = Form(body)
            players, bots = players_of(game, form)
            options = options_from_text(chosen_options(game, form), game)
            require_known(game, bots)
            told = {name: form[name] for name in ("components", "seed", "place", "title")}
            seated = self.tables.begin(game.name, players, bots if how == "play" else None, options=options, **told)
            if how == "play":
                self._tell(seated)
        except (*_REFUSED, ValueError) as error:
            return HTMLResponse(self._form(how, game, form, said_of(error)), 400)
        except OSError as error:
            return HTMLResponse(self._form(how, game, form, unsaved(error)), 507)
        return _at(f"/game/{seated.name}")

    def keep(self, request: Request, body: bytes) -> Response:
        """Give the file of a game another name, or delete it."""
        name = request.path_params["name"]
        try:
            form = Form(body)
            if not self.tables.folder.has(name) or not (form["to"] or form["delete"]):
                raise TableError("there is no such game any more, or nothing was chosen")
            self.tables.remove(name, "" if form["delete"] else form["to"])
        except (*_REFUSED, OSError) as error:
            return HTMLResponse(self._start(f"{name}: {said_of(error)}"), 400)
        return _at("/")

    # -- tables

    def table(self, request: Request) -> Response:
        """A table, as whoever asks may see it."""
        found = self._found(request)
        if found is None:
            return self._resume(request)
        query: bytes = request.scope["query_string"]
        return HTMLResponse(self._table(request, *found, Pointed.at(query.decode(errors="replace"))))

    def _found(self, request: Request) -> tuple[Seated, Eyes] | None:
        if "token" in request.path_params:
            found = self.tables.by_token(request.path_params["token"])
            return (found[0], Eyes(found[1], False)) if found else None
        seated = self.tables.at(request.path_params["name"])
        return (seated, Eyes(None, True)) if seated else None

    def _table(self, request: Request, seated: Seated, eyes: Eyes, pointed: Pointed, **told: str) -> str:
        known = frozenset(request.headers.get("X-Known", "").split(","))
        phones = self.phones(seated) if eyes.is_host else ()
        return table_page(seated, eyes, pointed, known=known, phones=phones, **told)

    def phones(self, seated: Seated) -> list[dict[str, Any]]:
        """The addresses of a table for phones, and how they look as codes; none without a network."""
        if self.lan is None:
            return []
        found = []
        for token, seat in seated.tokens.items():
            words = "To look on" if seat is None else seated.names[seat]
            address = f"http://{self.lan}/seat/{token}"
            found.append({"words": words, "address": address, "code": code_of(address)})
        return found

    def _resume(self, request: Request, note: str = "", status: int = 200) -> Response:
        """A game that nobody has opened: over, or to be gone on with."""
        name = request.path_params.get("name", "")
        if not self.tables.folder.has(name):
            return _not_found(request)
        listed = next(game for game in self.tables.folder.games() if game.name == name)
        if listed.kind == "over" and not note:
            return _at(f"/page/{name}")
        try:
            header = self.tables.header_of(name)
            bots = bots_for(find_game(header.game)) if isinstance(header.seed, str) else []
        except (*_REFUSED, UnknownGameError) as error:
            return HTMLResponse(self._start(f"{name}: {said_of(error)}"), 400)
        names = called(header.players)
        seats = [(seat, names[seat], player.partition("#")[0]) for seat, player in enumerate(header.players)]
        page = rendered("resume.html", heading=listed.words, bots=bots, seats=seats, note=note)
        return HTMLResponse(page, status)

    def act(self, request: Request, body: bytes) -> Response:
        """Somebody does something at a table."""
        found = self._found(request)
        form, status, note, said = Form(b""), 200, "", ""
        try:
            form = Form(body)
            if found is None or (form["do"] == "open" and found[1].is_host):
                return self._open(request, form)
            said = self._do(*found, form)
        except OutdatedError as error:
            status, note = 409, said_of(error)
        except _REFUSED as error:
            status, note = 400, said_of(error)
        except OSError as error:
            status, note = 507, unsaved(error)
        if found is None:
            return self._resume(request, note, status)
        if not note and not said and "X-Known" not in request.headers:
            return _at(request.scope["path"])
        stays = bool(note) or form["do"] in ("hint", "no-hint")
        pointed = Pointed.at(form["at"].removeprefix("?")) if stays else Pointed()
        pointed = self._after(found, pointed, form, said)
        return HTMLResponse(self._table(request, *found, pointed, note=note, said=said), status)

    def _after(self, found: tuple[Seated, Eyes], pointed: Pointed, form: Form, said: str) -> Pointed:
        """What is pointed at then: the move of a hint, whatever was chosen before. Eyes of a seat stay that seat's."""
        seated, eyes = found
        if form["do"] == "hint" and said:
            asked = form.number("seat") if eyes.seat is None else eyes.seat
            key, taps, picks = seated.hinted.pop(asked, (form["q"], (), ()))
            pointed = Pointed(seat=pointed.seat, key=key, taps=taps, picks=picks)
        if not (eyes.is_host and seated.people and len(seated.people) > 1):
            return pointed
        seat = Pointed.at(form["at"].removeprefix("?")).seat
        due = getattr(seated.table.pending(), "seats", ())
        return pointed._replace(seat=seat if seat in due or not due or form["do"] == "hint" else None)

    def _open(self, request: Request, form: Form) -> Response:
        name = request.path_params.get("name", "")
        if not self.tables.folder.has(name):
            return _not_found(request)
        there = self.tables.at(name)
        try:
            if there and there.stopped:
                bots = there.bots
            elif form["how"] == "play":
                game = find_game(self.tables.header_of(name).game)
                bots = {seat: form[f"bot{seat}"] for seat in range(game.seats[-1]) if form[f"bot{seat}"]}
                require_known(game, bots)
            else:
                bots = None
            seated = self.tables.open(name, bots)
        except NotSavedError:
            raise
        except (*_REFUSED, UnknownGameError) as error:
            return self._resume(request, said_of(error), 400)
        if seated.people is not None:
            self._tell(seated)
        return _at(request.scope["path"])

    def _do(self, seated: Seated, eyes: Eyes, form: Form) -> str:
        """Do it; what was done, in words."""
        do = form["do"]
        if do in ("draw", "back", "again") and not eyes.is_host:
            raise TableError("only whoever writes the game down can do this")
        if do == "draw":
            return seated.draw(form["order"], form["q"].removeprefix("draw "))
        if do == "back":
            return seated.back(form.number("moves"))
        if do == "again":
            return seated.again()
        seat = eyes.seat if not eyes.is_host else form.number("seat") if form["seat"] else None
        if do == "undo":
            return seated.undo(seat)
        if seat is None:
            raise TableError("nobody answers from this page")
        if do == "hint":
            return seated.hint(seat, form["q"], form["bot"])
        if do == "no-hint":
            return seated.give_up(seat)
        if do == "ask":
            return seated.ask_again(seat)
        if do in ("move", "edited", "lasting"):
            move = seated.listed(seat, form["q"], form.number("move"))
            if do == "edited":
                parts = {name.removeprefix("part."): text for name, text in form.items() if name.startswith("part.")}
                try:
                    move = with_parts(move, parts, seated.names)
                except ValueError as error:
                    raise TableError(str(error)) from None
            shared = eyes.is_host and len(seated.people or ()) > 1
            return seated.answer(seat, form["q"], move, lasts=do == "lasting", shared=shared)
        raise TableError("nothing of this name can be done here")

    async def changes(self, request: Request) -> Response:
        """The revisions of a table, as it changes: server-sent events."""
        found = self._found(request)
        if found is None:
            return _not_found(request)
        try:
            found[0].require_room()
        except TooManyError as error:
            return PlainTextResponse(str(error), 503)
        return StreamingResponse(_events(found[0]), media_type="text/event-stream")


async def _events(seated: Seated) -> AsyncIterator[str]:
    async for revision in seated.changes():
        yield f"data: {revision}\n\n"


def _sent(act: Callable[[Request, bytes], Response]) -> Callable[[Request], Awaitable[Response]]:
    """Answers with what comes of what was sent, in a thread."""

    async def answer(request: Request) -> Response:
        return await run_in_threadpool(act, request, await request.body())

    return answer


def _game(request: Request) -> Game | None:
    try:
        return find_game(request.path_params.get("game", ""))
    except UnknownGameError:
        return None


def _at(path: str) -> Response:
    """Sends whoever asks to this path, which may have any name of a file in it."""
    return RedirectResponse(quote(path), 303)


def _own(page: str) -> Response:
    return HTMLResponse(page, headers={"Content-Security-Policy": _OWN_POLICY})


def _not_found(_request: Request, _error: Exception | None = None) -> Response:
    page = rendered("plain.html", title="Not found", words="There is no such page.", is_host=False)
    return HTMLResponse(page, 404)


def _unreadable(_request: Request, error: Exception) -> Response:
    assert isinstance(error, OSError)
    words = f"The games cannot be read: {error.strerror or 'something is wrong with the folder'}."
    return HTMLResponse(rendered("plain.html", title="Not read", words=words, is_host=True), 503)


def _mistake(_request: Request, _error: Exception) -> Response:
    return PlainTextResponse(f"{MISTAKE}\n", 500)  # the guard tells whoever runs the server which
