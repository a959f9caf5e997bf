// Steps through a game. The data holds, for each step, what differs from the one before (replays/pages/frames.py says
// how); elements are made of symbols that are on the page, and words are set as text.
(() => {
  const data = JSON.parse(at("data").textContent);
  const last = data.c.length - 1;
  const titles = [...document.querySelectorAll(".symbols > defs > g")].map((symbol, number) => {
    symbol.id = "s" + number;
    const told = data.titles[number];
    return told === 1 ? symbol.textContent : told;
  });
  const still = matchMedia("(prefers-reduced-motion: reduce)"), boards = at("boards"), slider = at("slider"), whole = at("whole").firstElementChild, seatChoice = at("seat");
  let now = last, seat = "all", timer = 0, waiting = 0, drawn = new Map();
  const { zoomButtons, arrange } = handleBoards(boards, data.sizes, stop, (way) => { stop(); step(way); });

  // The position after each step; boxes, titles and pieces are copied only where they change.
  const positions = [], spots = new Map(), fresh = data.boards.map(() => 0);
  let model = { b: new Map(), t: new Map(), p: new Map(), s: data.s.map(() => 0) }, laid = 0, there = 0, moved = 0, words = 0, places = 0;
  data.c.forEach((c, step) => {
    const b = data.b[step], t = data.t[step], p = data.p[step];
    model = { ...model, c, d: data.d[step], changed: new Set(),
      s: model.s.map((points, number) => +(points + data.s[number][step]).toFixed(3)) };
    if (b) model.b = new Map(model.b);
    for (const [key, box] of Object.entries(b)) box ? model.b.set(+key, box) : model.b.delete(+key);
    if (t) model.t = new Map(model.t);
    for (let i = 0; i < t.length; i += 2) {
      const [sheet, count] = t.slice(i, i + 2), told = count < 0 ? [] : [...model.t.get(sheet)];
      for (let j = 0; j < Math.abs(count); j++) told[count < 0 ? j : data.places[places++]] = data.told[words++];
      model.t.set(sheet, told);
    }
    if (p) model.p = new Map(model.p);
    for (let i = 0; i < p.length; i += 2) for (let count = p[i + 1]; count--;) {
      const sheet = p[i], symbol = data.drawn[laid], told = data.keys[laid++], key = told < 0 ? fresh[sheet]++ : told, place = sheet + " " + key, old = model.p.get(place);
      if (symbol < 0) { model.p.delete(place); continue; }
      const isMoved = +data.moved[there++], spot = isMoved ? data.spots.map((all) => all[moved]) : spots.get(place) || spots.get(key), [x, y, layer] = spot;
      moved += isMoved;
      spots.set(place, spot).set(key, spot);
      model.p.set(place, { sheet, symbol, x, y, layer });
      if (step && (!old || old.symbol !== symbol) && titles[symbol] && data.owners[sheet] === null) model.changed.add(place);
    }
    positions.push(model);
  });
  const boxes = data.reach.filter((_, number) => data.boards[number]), grows = !boxes[1] && data.names[1];  // a board for all
  const scored = () => data.open || seat === "all";
  const seen = (sheet) => seat === "all" || data.owners[sheet] === null || String(data.owners[sheet]) === seat;
  const drawing = (name, parent, attributes) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    parent.append(made);
    return made;
  };

  // A tile or card in small, beside words.
  function picture(parent, symbol) {
    const [width, height] = data.sizes[symbol], svg = drawing("svg", parent, { viewBox: `0 0 ${width} ${height}`, width, height, class: "tile far", "aria-hidden": "true" });
    drawing("use", svg, { href: "#s" + symbol });
    return svg;
  }

  function board(number) {
    if (!drawn.has(number)) {
      const card = element("section", null, "", "card board"), title = element("h3", card), scroll = element("div", card, "", "scroll");
      scroll.tabIndex = 0;
      scroll.role = "group";
      const tallies = element("p", card, "", "tallies"), svg = drawing("svg", scroll, { role: "group" });
      card.prepend(zoomButtons(svg));
      const all = drawing("g", svg, {}), layers = [0, 1, 2, 3, 4].map(() => drawing("g", all, {}));
      const tab = element("button", null, "", data.boards[number] ? "" : "aside"), small = drawing("svg", tab, { "aria-hidden": "true" });
      tab.ariaPressed = false;
      tab.rank = card.rank = number - 1000 * data.boards[number];
      tab.addEventListener("click", () => { stop(); choose(number); });
      drawn.set(number, { card, title, tallies, svg, small, all, layers, tab, name: element("span", tab), pieces: new Map(), told: null });
      frame(number, data.reach[number]);
    }
    return drawn.get(number);
  }

  // A board has the same frame all the time, what lies beside boards that of its pieces.
  function frame(number, box) {
    const { svg, small } = drawn.get(number), [left, top, width, height] = drawn.get(number).box = box, edge = data.boards[number] ? 0 : 2;  // for rings
    for (const one of [svg, small]) one.setAttribute("viewBox", [left - edge, top - edge, Math.max(width, 60) + 2 * edge, height + 2 * edge].join(" "));
    svg.setAttribute("width", Math.round(width * 0.9));
    if (!data.boards[number]) svg.style.maxHeight = 1.2 * height + "px";
    svg.fits?.();
  }

  // Where there is room for one board alone: which it is.
  let chosen = -1;
  function choose(number) {
    if (drawn.get(number)?.card.matches(".shown")) return;
    chosen = number;
    for (const [other, one] of drawn) {
      one.card.classList.toggle("shown", other === number);
      one.tab.ariaPressed = other === number;
    }
    if (drawn.has(number)) drawn.get(number).tab.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // A tile flies from where it lay to where it lies now.
  function fly(symbol, from, to) {
    const flying = picture(document.body, symbol);
    const lies = (box) => ({ transform: `translate(${box.x}px,${box.y}px) scale(${box.width / data.sizes[symbol][0]})` });
    flying.classList = "flying";
    flying.animate([lies(from), lies(to)], 180).onfinish = () => flying.remove();
  }

  // Returns the rings round what has just changed; puts into `left` what lies no longer where it lay.
  function drawBoards(position, left) {
    const wanted = [...position.b.keys()].filter(seen).sort((a, b) => data.boards[b] - data.boards[a] || a - b);
    for (const [number, one] of drawn) if (!wanted.includes(number)) one.card.remove(), one.tab.remove();
    for (const number of wanted) {
      const one = board(number), told = position.t.get(number), box = position.b.get(number), words = data.words[told[0]];
      if ((grows || !data.boards[number]) && one.box !== box) frame(number, box);
      if (!one.card.isConnected) for (const [room, node] of [["tabs", one.tab], [data.boards[number] ? "mains" : "asides", one.card]])
        at(room).insertBefore(node, [...at(room).children].find((other) => other.rank > one.tab.rank));
      if (one.told !== told) {
        one.told = told;
        one.title.textContent = one.name.textContent = one.svg.ariaLabel = words;
        one.tallies.textContent = "";
        for (let i = 1; i < told.length; i += 2) {
          const tally = element("span", one.tallies, data.words[told[i]] + " ");
          element("b", tally, data.words[told[i + 1]]);
          one.tallies.append(" ");
        }
        one.svg.parentNode.ariaLabel = words + ": Enter shows its pieces large";
      }
    }
    if (!wanted.includes(chosen)) choose(wanted[0]);
    const stale = (act) => {
      for (const one of drawn.values())
        for (const [place, piece] of one.pieces) if (position.p.get(place) !== piece.of) act(piece, place, one);
    };
    if (left) stale(({ of, node }) => left.set(of.symbol, node.getBoundingClientRect()));  // all before any is taken
    stale(({ node }, place, one) => { node.remove(); one.pieces.delete(place); });
    for (const [place, of] of position.p) {
      if (!seen(of.sheet) || !position.b.has(of.sheet)) continue;
      const one = board(of.sheet);
      if (one.pieces.has(place)) continue;
      const node = drawing("use", one.layers[of.layer], { href: "#s" + of.symbol, x: of.x, y: of.y });
      if (titles[of.symbol]) drawing("title", node, {}).textContent = titles[of.symbol];
      one.pieces.set(place, { node, of });
    }
    for (const ring of boards.querySelectorAll(".ring")) ring.remove();
    return [...position.changed].map((place) => position.p.get(place)).filter((of) => seen(of.sheet)).map((of) => {
      const [width, height] = data.sizes[of.symbol];
      return drawing("rect", board(of.sheet).svg, { class: "ring", x: of.x, y: of.y, width, height, rx: 6 });
    });
  }

  // The moves, as lines of the list: what somebody does in turn has one, in which words tell all of it.
  const moves = [], told = [], move = (number) => moves[number - 1];
  for (const item of document.querySelectorAll("#moves li:not(.round, .said)")) {
    const begun = moves.length;
    item.querySelectorAll(":scope>span").forEach((words, i) => {
      for (const at of (words.dataset.at || String(i)).split(" ")) [moves[begun + +at], told[begun + +at]] = [item, words];
    });
    item.id = "m" + moves.length;
    item.tabIndex = -1;
    item.style.counterSet = "move " + moves.length;
  }
  // Before the words of each move, what it has laid, or chosen from a hand, if they name it: counters have other words.
  const wordsOf = (text) => text.match(/[^\s,;()]+/g) || [];
  function named(symbols, words) {
    const told = wordsOf(words), head = (symbol, until = /[:,(]/) => titles[symbol].split(until)[0].replace(/^\w+\s(?=[A-Z]\d)/, "");
    const fitting = (until) => symbols.filter((one) => /[a-z]/i.test(head(one)) && wordsOf(head(one, until)).every((word) => told.includes(word)));
    const exact = fitting(/[:,]/), shown = exact.length ? exact : fitting();  // `a tavern (bed)`, and no other tavern
    shown.sort((a, b) => words.indexOf(head(a)) - words.indexOf(head(b)));
    return [...new Map(shown.map((symbol) => [titles[symbol], symbol])).values()];
  }
  const seatOf = (item) => String(data.names.indexOf(item.querySelector("b").textContent));
  positions.slice(1).forEach(({ changed, p }, index) => {
    const item = moves[index], words = item.querySelector("span"), hand = [...positions[index].p.values()].filter((of) => titles[of.symbol] && String(data.owners[of.sheet]) === seatOf(item));
    const laid = item.matches(".secret") ? hand : [...changed].map((place) => p.get(place));
    item.tiles ??= new Set();
    for (const symbol of named(laid.map((of) => of.symbol), told[index].textContent)) if (!item.tiles.has(titles[symbol])) item.tiles.add(titles[symbol]), item.insertBefore(picture(item, symbol), words);
  });
  const isOthers = (item) => item && seat !== "all" && seatOf(item) !== seat;

  const rounds = data.marks.round || [];
  const isBoard = (ring) => !!ring.closest("#mains"), area = (ring) => ring.getAttribute("width") * ring.getAttribute("height");
  function show(number, scroll = true, flies = number === now + 1) {
    const before = now;
    now = Math.min(Math.max(number, 0), last);
    const left = flies && !still.matches && new Map(), position = positions[now], rings = drawBoards(position, left);
    if (at("text")) at("text").textContent = data.words[data.x[now]];
    at("caption").textContent = (seat === "all" || document.body.matches(".lesson") ? "" : "seen by " + (data.names[seat] || "spectators") + ", ") + data.words[positions[now - rounds.includes(now) * (now > 0)].c];
    slider.value = now;
    slider.ariaValueText = at("number").textContent = now + " / " + last;
    [...at("scores").children].forEach((one, number) => {
      one.querySelector("b").textContent = position.s[number];
      one.ariaCurrent = position.d.includes(number);
    });
    at("cursor").setAttribute("d", "M" + (last ? 1000 * now / last : 0) + " 0V100");
    at("round").selectedIndex = Math.max(rounds.filter((step) => step < now).length - 1, 0);
    for (const item of document.querySelectorAll("#moves [aria-current]")) item.ariaCurrent = null;
    const item = move(now), said = at("now");
    said.textContent = now ? "" : "Before the first move";
    if (item) {
      item.ariaCurrent = "step";
      let begun = now;  // what only carries out a move is in the list
      while (told[begun - 1].matches(".follows") && move(begun - 1) === item) begun--;
      said.append(item.querySelector("b").cloneNode(true), " " + told[begun - 1].textContent);
    }
    const better = advise ? advise(now, rings) : [], shown = [...rings, ...better].sort((a, b) => isBoard(b) - isBoard(a) || area(b) - area(a));
    if (better.first || now !== before && shown[0]) {
      const large = better.first || shown[0];
      choose([...drawn.keys()].find((number) => drawn.get(number).svg === large.ownerSVGElement));
      for (const ring of shown.reverse()) if (ring.closest(".zoomed, #asides")) ring.scrollIntoView({ block: "nearest", inline: "nearest" });
      for (const place of left ? position.changed : []) {
        const { sheet, symbol } = position.p.get(place), from = left.get(symbol), to = drawn.get(sheet)?.pieces.get(place)?.node.getBoundingClientRect();
        if (from?.width * to?.width) fly(symbol, from, to);
      }
    } else if (now !== before && item) {  // a secret choice shows a board of whoever made it
      const names = (number) => data.words[position.t.get(number)[0]].split(/'s\s|\s&\s|(?<=^You)r\s/);
      choose([...position.b.keys()].find((number) => data.boards[number] && names(number).includes(data.names[seatOf(item)])) ?? chosen);
    }
    // Last, for it needs to know where all is.
    if (now !== before) settled = follows;
    if (scroll) follows();
    whole.href = location.pathname + "#move=" + now + (seat === "all" ? "" : "&seat=" + seat);
    remember(scroll && follows);
  }
  function follows(top) {
    const item = moves.find((one, index) => index > now - 2 && !one.hidden) || moves.findLast((one) => !one.hidden), room = at("moves");  // headings stick
    if (item) room.scrollTop = item.offsetTop - Math.max(top ? 0 : (room.clientHeight - item.offsetHeight) / 2, headings[at("round").selectedIndex]?.offsetHeight || 0);
  }

  // Of the list: the moves of one player alone, from a round on, in more room.
  const chips = [...at("scores").children].map((score, number) => {
    const chip = element("button", at("pick"), "", "chip");
    chip.append(...[...score.cloneNode(true).children].slice(0, 2));
    for (const one of [score, chip]) one.addEventListener("click", () => pick(chip));
    return chip;
  });
  function pick(chosen) {
    const only = chosen.ariaPressed !== "true";
    for (const chip of chips) chip.ariaPressed = only && chip === chosen;
    for (const item of moves) item.hidden = only && chips[seatOf(item)] !== chosen;
    document.body.classList.toggle("only", only);
    // Pictures of what is picked in a row are enough.
    const shown = [...at("moves").children].filter((item) => !item.hidden), isPick = (item) => item?.matches(".secret:has(.tile:not([hidden])):not(:has(.advice))");
    shown.forEach((item, i) => item.classList.toggle("brief", only && isPick(item) && (isPick(shown[i - 1]) || isPick(shown[i + 1]))));
    const who = chips.indexOf(chosen), points = (step) => positions[step].s[who];
    headings.forEach((heading, number) => {
      const from = rounds[number], to = rounds[number + 1] ?? last, brought = data.gained[number][who];
      let own = points(from);
      for (let i = from; i < to; i++) if (!moves[i].hidden) own += points(i + 1) - points(i);
      const words = points(from) + " → " + points(to) + (brought && ": " + brought), others = points(to) !== +own.toFixed(3);
      heading.dataset.more = words + (others ? `; ${+(own - points(from)).toFixed(3)} by own moves` : "");
    });
    document.querySelector("#kinds [value=moves]").click();
    chosen.scrollIntoView({ block: "nearest", inline: "nearest" });
    const settle = settled, next = moves.findIndex((item, index) => index >= now && !item.hidden) + 1;
    if (next && move(now)?.hidden) show(next, false);
    grow(true, settled = settle);
  }
  // The list begins with the round that was chosen, or shows the current move.
  let settled = follows;
  function grow(wanted, settle = follows) {
    at("grow").ariaPressed = document.body.classList.toggle("tall", wanted);
    settle();
    remember(settle);
  }
  const headings = document.querySelectorAll("#moves .round");
  for (const heading of headings) element("option", at("round"), heading.textContent.replace(/ of \d+/g, ""));
  at("round").addEventListener("change", ({ target }) => {
    const begun = rounds[target.selectedIndex], first = moves.findIndex((item, index) => index >= begun && !item.hidden);
    stop();
    show(first < 0 ? last : first + 1);
    grow(true, settled = () => follows(true));
  });
  at("kinds").addEventListener("change", ({ target }) => tell(target.value));
  function tell(kind, tall = true) {  // `:has(:checked)` would be looked for at each step
    for (const panel of at("panels").children) panel.classList.toggle("shown", panel.id === "of-" + kind);
    grow(tall);
  }
  const by = (id, action) => at(id).addEventListener("click", () => { if (id !== "play") stop(); action(); });
  const advise = data.better && handleAnalysis(data, { by, drawing, picture, named, titles, move, seatOf, isOthers, boards: drawn, positions, show, look });

  function remember(settle) {  // browsers limit how often an address may change
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      if (settle) settle();  // moves that were far away had an estimated height
      if (at("tabs").offsetParent) for (const one of drawn.values()) one.small.replaceChildren(one.all.cloneNode(true));
      try { history.replaceState(null, "", whole.hash); } catch { /* a page within a page */ }
    }, 250);
  }

  function look(who) {
    seat = who;
    seatChoice.value = who;
    for (const item of document.querySelectorAll("#moves .secret")) {
      const words = item.querySelector("span");
      item.told ??= words.textContent;
      words.textContent = isOthers(item) ? "chose in secret" : item.told;
      if (isOthers(item)) item.classList.remove("brief");
      for (const told of item.querySelectorAll("em, .tile")) told.toggleAttribute("hidden", isOthers(item));
    }
    // The better move may tell a hand.
    for (const told of document.querySelectorAll("#moves .advice")) told.hidden = isOthers(told.parentNode);
    document.body.classList.toggle("unscored", !scored());
    document.querySelector(".moments").hidden = who !== "all";  // they may tell what somebody chose in secret
    show(now);
  }

  function follow() {
    const words = new URLSearchParams(location.hash.slice(1));
    const who = words.get("seat"), number = words.get("move");
    if ([...seatChoice.options].some((option) => option.value === who)) look(who);
    if (/^\d{1,6}$/.test(number || "")) {
      show(+number);
      if (move(now)?.querySelector(".advice")) grow(true);
    }
  }

  // To the next move, and what carries it out; where the list shows one player's, to the end of the next line shown.
  function step(way) {
    const only = document.querySelector(".chip[aria-pressed=true]");
    let next = now + way;
    while (move(next) && (only && move(next).hidden || move(next) === move(next + 1) && (only || told[next].matches(".follows")))) next += way;
    show(next, true, way > 0 && move(next) === move(now + 1));
  }
  function roundBy(way) {
    show((way > 0 ? rounds.find((step) => step > now) ?? last : rounds.findLast((step) => step < now)) || 0);
  }
  function plays(words, sign) {
    at("play").ariaLabel = words;
    at("play").querySelector("path").setAttribute("d", sign);
  }
  function stop() {
    clearInterval(timer);
    timer = 0;
    plays("Play", "M7 4v16l13-8z");
  }
  function play() {
    if (timer) return stop();
    if (now === last) show(0);
    plays("Stop", "M6 5h4v14h-4zM14 5h4v14h-4z");
    timer = setInterval(() => (now < last ? step(1) : stop()), 900);
  }

  const KEYS = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => show(0), End: () => show(last),
    PageUp: () => roundBy(-1), PageDown: () => roundBy(1), " ": play };
  Object.entries({ first: "Home", back: "ArrowLeft", play: " ", forward: "ArrowRight", end: "End" }).forEach(([id, key]) => by(id, KEYS[key]));
  by("grow", () => grow());
  slider.addEventListener("input", () => { stop(); show(+slider.value); });
  seatChoice.addEventListener("change", () => look(seatChoice.value));
  at("moves").addEventListener("click", (event) => {
    const number = moves.lastIndexOf(event.target.closest("li")) + 1;
    if (number) { stop(); show(number, false); }
  });
  for (const chart of document.querySelectorAll(".chart"))
    chart.addEventListener("click", (event) => {
      const box = chart.getBoundingClientRect();
      const x = (event.clientX - box.left) * chart.viewBox.baseVal.width / box.width, mark = event.target.closest("[data-move]");
      stop();
      show(mark ? +mark.dataset.move : Math.round((x - chart.dataset.left) / chart.dataset.step));
    });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("dialog")) return;
    const sideways = event.key === "ArrowLeft" || event.key === "ArrowRight", kind = event.target.tagName;
    if (!sideways && event.target.closest(".panel:not(#of-moves), #asides")) return;  // it scrolls
    if (sideways && event.target.matches(".scroll") && event.target.scrollWidth > event.target.clientWidth) return;
    if (kind === "SELECT" || (kind === "INPUT" && event.key !== " ") || (kind === "BUTTON" && event.key === " ")) return;
    if (!KEYS[event.key]) return;
    if (event.key !== " ") stop();
    KEYS[event.key]();
    event.preventDefault();
  });
  window.addEventListener("hashchange", follow);

  const ticks = at("ticks");
  // A shape for each kind, told in a legend; the room stretches them to a third across.
  const SHAPES = { round: "v10", "new lead": "m0 2l15 8h-30z", "marked move": "m-10 3h20v7h-20z", "turning point": "m-6 0h12v10h-12z", decided: "v10m0-10l30 3-30 3z" };
  const sign = (parent, x, kind) => drawing("path", parent, { d: "M" + x + " 0" + (SHAPES[kind] || "m0 1l13 4.5-13 4.5-13-4.5z"), class: "tick " + kind });
  for (const [kind, steps] of Object.entries(data.marks)) {
    for (const step of steps) sign(ticks, last ? 1000 * step / last : 0, kind);
    const told = element("span", at("legend"));
    sign(drawing("svg", told, { viewBox: "-30 0 60 10", preserveAspectRatio: "none", "aria-hidden": "true" }), 0, kind);
    told.append(kind);
  }
  for (const one of boards.querySelectorAll(".board")) one.remove();
  document.body.classList.add("live");
  tell("moves", false);
  const again = () => arrange(boxes, data.reach.length > boxes.length);
  again();
  new ResizeObserver(again).observe(boards);
  look("all");
  now = -1;  // as if one came from elsewhere: the board of the last move is shown
  show(last);
  choose(data.first ?? chosen);
  follow();
})();
