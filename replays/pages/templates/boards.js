"use strict";
const at = (id) => document.getElementById(id);
const element = (name, parent, text = "", kind = "") => {
  const made = document.createElement(name);
  made.textContent = text;
  if (kind) made.className = kind;
  parent?.append(made);
  return made;
};
// What a person does with the boards: looks at a piece closely, swipes. `sizes` are those of the symbols by number;
// `stop` ends playing, and `step` goes on (1) or back (-1).
function handleBoards(boards, sizes, stop, step) {
  const closeup = at("closeup");
  const part = (name) => closeup.querySelector("." + name);
  const area = (one) => one.width * one.height;

  // Of the board that is looked at closely: the pieces that lie on no other one, in rows; each with what lies on it.
  let board = null, piles = [], chosen = 0;
  function pilesOf(svg) {
    const pieces = [...svg.querySelectorAll("use")].filter((node) => node.textContent).map((node) => {
      const [width, height] = sizes[node.getAttribute("href").slice(2)];
      return { x: +node.getAttribute("x"), y: +node.getAttribute("y"), width, height, words: node.textContent };
    });
    pieces.sort((a, b) => area(b) - area(a));
    const found = [];
    for (const piece of pieces) {
      const under = found.find((pile) => holds(pile, piece.x + piece.width / 2, piece.y + piece.height / 2));
      if (under) under.told.push(piece.words);
      else found.push({ ...piece, told: [piece.words] });
    }
    return found.sort((a, b) => a.y - b.y || a.x - b.x);
  }
  const holds = (one, x, y) => one.x <= x && x <= one.x + one.width && one.y <= y && y <= one.y + one.height;

  // Shows the piece at this point of a board, or the first one.
  function look(svg, x, y) {
    board = svg;
    piles = pilesOf(svg);
    const far = (one) => Math.hypot(one.x + one.width / 2 - x, one.y + one.height / 2 - y);
    const hit = x === undefined ? piles[0] : piles.filter((one) => holds(one, x, y)).sort((a, b) => far(a) - far(b))[0];
    if (!hit) return;
    stop();
    show(piles.indexOf(hit));
    closeup.showModal();
    part("close").focus();  // `autofocus` would complain where the page stands in another one
  }
  function show(number) {
    chosen = (number + piles.length) % piles.length;
    const { x, y, width, height, told } = piles[chosen], svg = board.cloneNode(true);
    svg.setAttribute("viewBox", [x - 3, y - 3, width + 6, height + 6].join(" "));
    svg.role = "img";
    for (const name of ["style", "class"]) svg.removeAttribute(name);
    part("picture").replaceChildren(svg);
    part("where").textContent = board.getAttribute("aria-label");
    part("words").textContent = "";
    for (const words of new Set(told)) {
      const count = told.filter((other) => other === words).length;
      element("li", part("words"), count > 1 ? count + " × " + words : words);
    }
    for (const rule of document.querySelectorAll("#scoring li")) {  // of what is named, in the singular or the plural
      const name = rule.firstChild.textContent.replace(/ies$/, "(ies|y)").replace(/s$/, "s?");
      if (told.some((words) => RegExp(`\\b${name}\\b`).test(words))) part("words").append(rule.cloneNode(true));
    }
    for (const name of ["before", "after"]) part(name).hidden = piles.length < 2;
  }
  closeup.addEventListener("click", (event) => {
    if (event.target.closest(".before")) show(chosen - 1);
    else if (event.target.closest(".after")) show(chosen + 1);
    else closeup.close();
  });
  closeup.addEventListener("keydown", (event) => {
    if (event.key === "ArrowLeft") show(chosen - 1);
    if (event.key === "ArrowRight") show(chosen + 1);
  });
  closeup.addEventListener("close", () => part("picture").replaceChildren());
  boards.addEventListener("click", (event) => {
    const svg = event.target.closest(".scroll > svg");
    if (!svg || zoom && zoom.dragged()) return;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    look(svg, point.x, point.y);
  });
  boards.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches(".board > .scroll")) return;
    event.preventDefault();  // or it would press the button that has the focus then
    look(event.target.querySelector("svg"));
  });

  // Makes as many columns as let boards with these boxes be largest, and leaves the rest of the room to what lies beside.
  function arrange(boxes, beside) {
    const width = boards.clientWidth, height = boards.clientHeight * (beside ? 0.74 : 1), WORDS = 50, mains = boards.firstElementChild;
    const rows = (columns) => Math.ceil(boxes.length / columns);
    const least = (columns) => Math.min(...boxes.map(([, , x, y]) => Math.min((width / columns - 8) / x, (height / rows(columns) - WORDS) / y)));
    const best = boxes.map((_, i) => i + 1).sort((a, b) => least(b) - least(a))[0] || 1;
    const need = rows(best) * (WORDS + least(best) * Math.max(0, ...boxes.map((box) => box[3])));
    mains.style.gridTemplateColumns = `repeat(${best}, minmax(0, 1fr))`;
    mains.style.gridAutoRows = `minmax(0, ${100 / rows(best)}%)`;
    boards.style.setProperty("--mains", (beside ? Math.round(Math.min(need, height)) : height) + "px");
  }
  // A finger steps from side to side where nothing is zoomed.
  let start = null;
  boards.addEventListener("touchstart", (event) => {
    const room = event.target.closest(".scroll"), one = event.touches.length === 1 && visualViewport.scale === 1;
    start = one && !(room && room.scrollWidth > room.clientWidth) ? event.touches[0] : null;
  }, { passive: true });
  boards.addEventListener("touchend", (event) => {
    const end = event.changedTouches[0];
    if (start && Math.abs(end.clientX - start.clientX) > Math.max(50, 2 * Math.abs(end.clientY - start.clientY)))
      step(end.clientX < start.clientX ? 1 : -1);
    start = null;
  });

  // Where all boards are small, the browser zooms.
  const zoom = typeof handleZoom === "function" && handleZoom(boards);
  return { arrange, zoomButtons: zoom ? zoom.buttons : () => "" };
}
