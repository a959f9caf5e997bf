// What marked moves add to a game's page: the better move on the boards, and lessons made of the mistakes of a seat.
// `data.better` is told by replays/pages/analysed.py. Returns what is to be done with each position that is shown,
// which returns what it has outlined.
function handleAnalysis(data, { at, by, drawing, element, move, seatOf, isOthers, boards, show, look }) {
  // The marked moves of the lesson, where in them it is, and the one that is asked.
  let steps = [], place = 0, asked = 0, solved = false, eyes = "all";
  // Words: the move, what it cost, the better move.
  const told = (step) => [...move(step).querySelectorAll("span")].map((one) => one.textContent);
  const made = () => `move ${asked}: ${move(asked).querySelector("b").textContent} ${told(asked)[0]}`;
  const focus = (one) => one.focus({ preventScroll: true });

  // Draws what the better move would have brought, as ghosts, and outlines what it would have taken.
  function draw([sheet, symbol, x, y], used) {
    const one = boards.get(sheet), [width, height] = data.sizes[symbol];
    if (!one || !one.card.isConnected) return [];
    if (x !== undefined) drawing("use", one.svg, { class: "ghost", href: "#s" + symbol, x, y });
    else {
      const there = [...one.pieces.values()].find((piece) => piece.of.symbol === symbol && !used.has(piece));
      if (!there) return [];
      used.add(there);
      ({ x, y } = there.of);
    }
    return drawing("rect", one.svg, { class: "outline ghost", x, y, width, height, rx: 6 });
  }

  function ask(number) {
    [place, asked, solved] = [number, steps[number], false];
    document.body.classList.add("learning", "lesson");
    look(seatOf(move(asked)));
    show(asked - 1);
    const [, cost, best] = told(asked), others = data.better[asked][0];
    at("lesson").hidden = at("reveal").hidden = false;
    at("question").textContent = `${place + 1} of ${steps.length}, ${made()}, which cost ${cost}.${others.length ? " What was better?" : ""}`;
    at("answer").textContent = at("guesses").textContent = "";
    at("learn-next").hidden = !steps[place + 1];
    focus(at("lesson"));
    at("question").scrollIntoView({ block: "nearest" });
    if (!others.length) {
      solve("No other move was clearly worse. Better");
      return focus(at("lesson"));
    }
    for (const words of [...others, best].sort()) {
      const button = element("button", at("guesses"), words);
      button.addEventListener("click", () => {
        if (words === best) return solve("Right");
        button.disabled = true;
        at("answer").textContent = "That is worse, too. Guess again.";
        focus(at("guesses").querySelector(":enabled"));
      });
    }
  }
  function solve(begun) {
    const [, cost, best] = told(asked);
    solved = true;
    for (const button of at("guesses").children) button.disabled = true;
    at("answer").textContent = `${begun}: ${best}. It is worth ${cost} more.`;
    at("reveal").hidden = true;
    document.body.classList.remove("learning");
    show(asked - 1);
    focus(at(steps[place + 1] ? "learn-next" : "learn-stop"));
  }
  function stop() {
    asked = 0;
    document.body.classList.remove("learning", "lesson");
    at("lesson").hidden = true;
    look(eyes);
    focus(at("learn-start"));
  }
  by("learn-start", () => {
    if (!asked) eyes = at("seat").value;
    steps = Object.keys(data.better).map(Number).filter((step) => seatOf(move(step)) === at("learner").value);
    ask(0);
  });
  by("reveal", () => solve("Better"));
  by("learn-next", () => ask(place + 1));
  by("learn-stop", stop);
  at("learner").addEventListener("change", () => { if (asked) { stop(); focus(at("learner")); } });
  at("learn").hidden = false;
  if (location.hash === "#learn") document.querySelector("#kinds [value=analysis]").click();

  return (now) => {
    for (const one of document.querySelectorAll("#boards .ghost")) one.remove();
    const step = asked - 1 === now ? asked : now, better = data.better[step];
    if (!better || (asked && !solved) || isOthers(move(step))) return [];
    if (step > now) at("now").textContent = "Next, " + made();
    at("now").append(move(step).querySelector(".advice").cloneNode(true));
    const used = new Set();
    return better[1].flatMap((piece) => draw(piece, used));
  };
}
