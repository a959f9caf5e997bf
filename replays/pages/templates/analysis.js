// What an analysis adds to a game's page: marks that lead to their moves, the better move on the boards, and lessons
// made of the mistakes of a seat. `data.better` is told by replays/pages/analysed.py. Returns what is to be done with
// each position that is shown, which returns what it has outlined.
function handleAnalysis(data, page) {
  const { at, drawing, element } = page;
  const learn = at("learn"), steps = Object.keys(data.better).map(Number);
  let asked = 0, solved = false;  // the marked move of the lesson
  let drawn = [];

  for (const mark of document.querySelectorAll("[data-move]"))
    mark.addEventListener("click", (event) => { event.stopPropagation(); page.stop(); page.show(+mark.dataset.move); });

  function outline(one, symbol, x, y) {
    const [width, height] = data.sizes[symbol];
    drawn.push(drawing("rect", one.svg, { class: "outline ghost", x, y, width, height, rx: 6 }));
    const [x0, y0, w, h] = one.box, left = Math.min(x0, x), top = Math.min(y0, y);
    const box = [left, top, Math.max(x0 + w, x + width) - left, Math.max(y0 + h, y + height) - top];
    if (box[2] > w || box[3] > h) page.frame(one, box);
  }

  // Draws what the better move would have brought, as ghosts, and outlines what it would have taken.
  function draw({ g, t }) {
    const used = new Set();
    for (const [sheet, symbol, ...spot] of [...g, ...t]) {
      const one = page.boards.get(sheet);
      if (!one || !one.card.isConnected) continue;
      if (spot.length) {
        drawing("use", one.svg, { class: "ghost", href: "#s" + symbol, x: spot[0], y: spot[1] });
        outline(one, symbol, ...spot);
        continue;
      }
      const there = [...page.position().p.values()].find((of) => of.sheet === sheet && of.symbol === symbol && !used.has(of));
      if (!there) continue;
      used.add(there);
      outline(one, symbol, there.x, there.y);
    }
  }

  function advise(now) {
    for (const one of document.querySelectorAll("#boards .ghost")) one.remove();
    drawn = [];
    const open = asked && !solved, step = asked && now === asked - 1 ? asked : now;
    const better = data.better[step];
    if (!better || (step === asked && open) || page.isHidden(page.move(step))) return drawn;
    draw(better);
    at("now").append(page.move(step).querySelector(".advice").cloneNode(true));
    return drawn;
  }

  if (!learn) return advise;
  const mine = () => steps.filter((step) => String(data.better[step].s) === at("learner").value);
  const told = (step) => [...page.move(step).querySelectorAll("span")].map((one) => one.textContent);  // move, cost, better

  function ask(step) {
    [asked, solved] = [step, false];
    const { s, w } = data.better[step], [played, cost, best] = told(step), list = mine();
    page.stop();
    document.body.classList.add("learning");
    page.look(String(s));
    page.show(step - 1);
    at("lesson").hidden = false;
    at("question").textContent = `Mistake ${list.indexOf(step) + 1} of ${list.length}, move ${step}: ${data.names[s]} ${played}, ` +
      `and lost ${cost}. What would have been better?`;
    at("answer").textContent = "";
    at("guesses").textContent = "";
    for (const words of [...w, best].sort())
      element("button", at("guesses"), words).addEventListener("click", (event) => guess(event.currentTarget, words === best));
    at("reveal").hidden = false;
    at("learn-next").hidden = list.indexOf(step) + 1 >= list.length;
    at("lesson").focus({ preventScroll: true });
    learn.scrollIntoView({ block: "nearest" });
  }
  function guess(button, right) {
    if (solved) return;
    if (right) return solve("Right: ");
    button.disabled = true;
    at("answer").textContent = "Not that one: guess again.";
    const next = at("guesses").querySelector("button:enabled");
    if (next) next.focus({ preventScroll: true });
  }
  function solve(begun) {
    const [, cost, best] = told(asked);
    solved = true;
    for (const button of at("guesses").children) button.disabled = true;
    at("answer").textContent = `${begun}${best}. By the bot's opinion that is worth ${cost} more.`;
    at("reveal").hidden = true;
    document.body.classList.remove("learning");
    page.show(asked - 1);
    (at("learn-next").hidden ? at("learn-stop") : at("learn-next")).focus({ preventScroll: true });
  }
  function stop() {
    asked = 0;
    document.body.classList.remove("learning");
    at("lesson").hidden = true;
    page.look("all");
    at("learn-start").focus({ preventScroll: true });
  }
  at("learn-start").addEventListener("click", () => ask(mine()[0]));
  at("reveal").addEventListener("click", () => solve("Better: "));
  at("learn-next").addEventListener("click", () => { const list = mine(); ask(list[list.indexOf(asked) + 1]); });
  at("learn-stop").addEventListener("click", stop);
  at("learner").addEventListener("change", () => { if (asked) stop(); });
  learn.hidden = false;
  return advise;
}
