// What marked moves add to a game's page: the better move on the boards, and lessons made of the mistakes of a seat.
// `data.better` is told by replays/pages/analysed.py. Returns what is to be done with each position that is shown,
// which returns what it has outlined.
function handleAnalysis(data, { by, drawing, picture, named, titles, move, seatOf, isOthers, boards, positions, show, look }) {
  // The marked moves, those of the lesson, where in them it is, the one that is asked, and the moves to choose from.
  let marks = [], steps = [], left = "", place = 0, asked = 0, solved = false, eyes = "all", choices = [];
  const right = new Map();  // By step: whether the first guess was right.
  // Words: the move, what it cost, the better move.
  const told = (step) => [...move(step).querySelectorAll("span")].map((one) => one.textContent);
  const cost = (step) => parseFloat(told(step)[1]);
  const made = () => `move ${asked}: ${move(asked).querySelector("b").textContent} ${told(asked)[0]}`;
  const focus = (one) => one.focus({ preventScroll: true });

  // Where something would have been brought, or what would have been taken.
  function spot([sheet, symbol, x, y], used) {
    const one = boards.get(sheet), [width, height] = data.sizes[symbol];
    if (!one || !one.card.isConnected) return null;
    if (x !== undefined) return { one, symbol, x, y, width, height, isNew: true };
    const there = [...one.pieces.values()].find((piece) => piece.of.symbol === symbol && !used.has(piece));
    if (!there) return null;
    used.add(there);
    return { one, symbol, x: there.of.x, y: there.of.y, width, height };
  }
  const spots = (pieces, used = new Set()) => pieces.map((piece) => spot(piece, used)).filter(Boolean);

  // The better move: an outline, and what would lie there where nothing lies; it leaves most of the one played.
  function draw({ one, symbol, x, y, width, height, isNew }) {
    const here = `[x="${x}"][y="${y}"]`, less = isNew && one.svg.querySelector(".ring" + here) ? 0.6 : 0;
    const placed = { transform: `translate(${x + width * less} ${y + height * less}) scale(${1 - less})` };
    const frame = drawing("rect", one.svg, { class: "outline ghost", width, height, ...placed });
    if (isNew && (less || isEmpty({ one, x, y }))) drawing("use", one.svg, { class: "ghost", href: "#s" + symbol, ...placed });
    tag(one, "better", x + Math.max(width * less - 10, 0), Math.min(y + height - 14, one.box[1] + one.box[3] - 22), "ghost");
    return frame;
  }
  // Words on a board, and on its tab, which tells of it while another board is shown.
  function tag({ svg, tab }, words, x, y, kind) {
    drawing("text", svg, { class: "ink tag " + kind, x: x + 4, y: y + 16 }).textContent = words;
    if (tab.lastChild.textContent !== words) element("i", tab, words, kind);
  }
  // A move to choose from glows where it leads, with its letter on the edge, and what it would lay on an empty place;
  // where several do, these stand side by side.
  const placeOf = ({ one, x, y }) => [one.name.textContent, x, y].join();
  const isEmpty = ({ one, x, y }) => !one.svg.querySelector(`g+g>[x="${x}"][y="${y}"]`);
  function glow(spot, number, there) {
    const { one, symbol, x, y, width, height } = spot, name = "choice n" + number, share = width / there.size, left = x + [...there].indexOf(number) * Math.max(share, 20);
    if (spot.isNew && isEmpty(spot)) drawing("use", one.svg, { class: name, href: "#s" + symbol, transform: `translate(${left} ${y}) scale(${1 / there.size})` });
    const rect = drawing("rect", one.svg, { class: name, x, y, width, height, rx: 6 }), button = at("guesses").children[number];
    tag(one, "ABC"[number], left + share / 2 - 12, Math.min(y + height - 8, one.box[1] + one.box[3] - 18), name);
    rect.addEventListener("click", (event) => {
      event.stopPropagation();
      there.size > 1 ? focus(button) : button.click();
    });
    return rect;
  }

  function ask(number) {
    [place, asked, solved] = [number, steps[number], false];
    document.body.classList.add("learning", "lesson");
    look(seatOf(move(asked)));
    const [drawn, lost, , ...others] = data.better[asked];
    choices = [[told(asked)[2], drawn], ...others].sort((a, b) => (a.join() < b.join() ? -1 : 1));
    at("lesson").hidden = at("reveal").hidden = false;
    at("question").textContent = `${place + 1} of ${steps.length}, ${made()}. It cost ${lost}. What was better?${place ? "" : left}`;
    at("answer").textContent = at("guesses").textContent = at("learned").textContent = "";
    at("learn-next").hidden = !steps[place + 1];
    at("learn-stop").textContent = steps[place + 1] ? "Stop" : "Finish";
    choices.forEach(([words, pieces], letter) => {  // words that are said once differ on the board alone
      const button = element("button", at("guesses"));
      element("b", button, "ABC"[letter]);
      const laid = pieces.filter((piece) => piece.length > 2);
      for (const symbol of named((laid.length ? laid : pieces).map((piece) => piece[1]), words)) picture(button, symbol);
      element("span", button, laid[0] && words === choices[letter - 1]?.[0] ? `the same, at ${"ABC"[letter]} on the board` : words.replace(", elsewhere", ""));
      button.addEventListener("click", () => guess(letter));
    });
    show(asked - 1);
    focus(at("lesson"));
    at("question").scrollIntoView({ block: "nearest" });
  }
  function guess(letter) {
    const isRight = choices[letter][1] === data.better[asked][0];
    if (!right.has(asked)) right.set(asked, isRight);
    if (isRight) return solve("Right");
    at("guesses").children[letter].disabled = true;
    for (const one of document.querySelectorAll(`:is(#boards, #tabs) .n${letter}`)) one.remove();
    if (at("guesses").querySelectorAll(":enabled").length < 2) return solve("That is worse, too. Better");
    at("answer").textContent = "That is worse, too. Guess again.";
    focus(at("guesses").querySelector(":enabled"));
  }
  function solve(begun) {
    const [, lost, once] = data.better[asked];
    if (!right.has(asked)) right.set(asked, false);
    solved = true;
    for (const button of at("guesses").children) button.disabled = true;
    const best = choices.findIndex((choice) => choice[1] === data.better[asked][0]);
    at("answer").textContent = `${begun}: ${"ABC"[best]}, ${told(asked)[2]}. It gains ${lost} by the end${once}.`;
    at("reveal").hidden = true;
    document.body.classList.remove("learning");
    show(asked - 1);
    at("guesses").children[best].classList.add("right");
    at("answer").scrollIntoView({ block: "nearest" });
    focus(at(steps[place + 1] ? "learn-next" : "learn-stop"));
  }
  function stop() {
    asked = 0;
    document.body.classList.remove("learning", "lesson");
    at("lesson").hidden = true;
    look(eyes);
    document.querySelector("#tabs [aria-pressed=true]").scrollIntoView({ block: "nearest", inline: "nearest" });
    const done = steps.filter((step) => right.has(step));
    if (done.length) {
      const count = done.filter((step) => right.get(step)).length;
      element("span", at("learned"), `${count} of ${done.length} right at the first guess.${left} The costliest: `);
      for (const step of marks.sort((a, b) => cost(b) - cost(a) || a - b).slice(0, 3))
        element("button", at("learned"), `move ${step}: ${cost(step)} points`).addEventListener("click", () => show(step));
    }
    focus(at("learn-start"));
    at("learned").scrollIntoView({ block: "nearest" });
  }
  if (at("learn")) {
    by("learn-start", () => {
      if (!asked) eyes = at("seat").value;
      marks = Object.keys(data.better).map(Number).filter((step) => ["", seatOf(move(step))].includes(at("learner").value));
      steps = marks.filter((step) => data.better[step][3]);
      left = steps[marks.length - 1] ? "" : ` (${marks.length - steps.length} more, without a question: see Moves.)`;
      right.clear();
      ask(0);
    });
    by("reveal", () => solve("Better"));
    by("learn-next", () => ask(place + 1));
    by("learn-stop", stop);
    at("learner").addEventListener("change", () => { if (asked) { stop(); focus(at("learner")); } });
  }
  if (location.hash === "#learn") document.querySelector("#kinds [value=analysis]").click();

  return (now, rings) => {
    for (const one of document.querySelectorAll(":is(#boards, #tabs) :is(.ghost, .choice)")) one.remove();
    const step = asked - 1 === now ? asked : now, better = data.better[step];
    if (step > now) for (const ring of rings.splice(0)) ring.remove();  // of the move before
    const { p, changed } = positions[step], lies = (of) => boards.get(of.sheet)?.card;
    let laid = [...changed].map((place) => p.get(place)).filter((of) => lies(of)?.closest("#mains"));
    const hand = step > now && !laid.length;
    if (hand) {  // it was chosen from there
      const held = [...positions[now].p.values()].filter((of) => titles[of.symbol] && String(data.owners[of.sheet]) === seatOf(move(step)) && lies(of)?.isConnected);
      const chosen = named(held.map((of) => of.symbol), told(step)[0]);
      laid = held.filter((of) => chosen.includes(of.symbol));
    }
    const wide = ({ symbol }) => data.sizes[symbol][0];
    const played = () => laid.sort((a, b) => wide(b) - wide(a)).flatMap((of, number) => {
      const { sheet, symbol, x, y } = of, one = boards.get(sheet), height = data.sizes[symbol][1];
      if (!number) tag(one, "played", x, hand ? y + height - 14 : y, "ghost");
      return step > now ? drawing("rect", one.svg, { class: "ring ghost", x, y, width: wide(of), height, rx: 6 }) : [];
    });
    if (asked && !solved) {
      if (step === now) return [];
      const ringed = played(), places = new Map(), lead = choices.map(([, pieces]) => spots(pieces));
      // Where all of them lead, nothing is to be told apart.
      const shared = (spot) => lead.every((found) => found.some((other) => placeOf(other) === placeOf(spot)));
      const glowing = lead.flatMap((found, number) => found.filter((spot) => !shared(spot)).map((spot) => [spot, number, placeOf(spot)]));
      for (const [, number, place] of glowing) places.set(place, (places.get(place) || new Set()).add(number));
      const all = glowing.map(([spot, number, place]) => glow(spot, number, places.get(place)));
      const beside = (one) => all.filter((other) => other.parentNode === one.parentNode).length - 100 * !one.closest("#mains");
      const first = [...all].sort((a, b) => beside(b) - beside(a))[0] || lead.flat()[0]?.one.all;  // its board is shown where there is room for one
      return Object.assign([...ringed, ...all], { first });
    }
    if (!better || isOthers(move(step))) return [];
    if (step > now) at("now").textContent = "Next, " + made();
    at("now").append(move(step).querySelector(".advice").cloneNode(true));
    played();
    const drawn = spots(better[0]).map(draw);
    if (step > now) drawn.first = drawn[0];
    return drawn;
  };
}
