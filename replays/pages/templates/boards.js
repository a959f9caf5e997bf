"use strict";
const at = (id) => document.getElementById(id);
// What a person does with the boards: sees what has changed, looks at a piece closely, zooms, pans, swipes. `sizes` are
// those of the symbols by number; `stop` ends playing, and `step` goes on (1) or back (-1).
function handleBoards(boards, sizes, stop, step) {
  // A board has buttons to zoom if a unit gets fewer pixels: what is fine on it cannot be read.
  const SMALL = document.querySelector(".fine") ? 0.66 : 0.5;
  const MOST = 3;  // pixels that a unit may have
  const closeup = at("closeup");
  const part = (name) => closeup.querySelector("." + name);
  const area = (one) => one.width * one.height;

  // -- what has changed

  // Scrolls what scrolls inside the room to these rings, to the largest at last.
  function bring(rings) {
    for (const node of rings.sort((a, b) => area(a.getBoundingClientRect()) - area(b.getBoundingClientRect())))
      if (node.closest(".zoomed, #asides")) node.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // -- a piece, large, with the words of all that lies on it

  let board = null, piles = [], chosen = 0;

  // The pieces that lie on no other one, in rows; each with what lies on it.
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
    part("words").replaceChildren(...[...new Set(told)].map((words) => {
      const line = document.createElement("li"), count = told.filter((other) => other === words).length;
      line.textContent = count > 1 ? count + " × " + words : words;
      return line;
    }));
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
    if (!svg || dragged) return;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    look(svg, point.x, point.y);
  });
  boards.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches(".board > .scroll")) return;
    event.preventDefault();  // or it would press the button that has the focus then
    look(event.target.querySelector("svg"));
  });

  // -- zooming and panning

  const zoomed = new Map();  // pixels for a unit, of boards that are zoomed: how many, and when all of it is shown

  const scaleOf = (svg) => Math.min(svg.clientWidth / svg.viewBox.baseVal.width, svg.clientHeight / svg.viewBox.baseVal.height);
  // Makes a board so much larger; what is at this point of the screen stays there if it can.
  function zoom(svg, factor, x, y) {
    const room = svg.parentNode, at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse()), scale = scaleOf(svg);
    const fit = zoomed.has(svg) ? zoomed.get(svg).fit : scale, wanted = Math.min(scale * factor, Math.max(MOST, fit));
    wanted > fit * 1.01 ? zoomed.set(svg, { scale: wanted, fit }) : zoomed.delete(svg);
    const one = zoomed.get(svg), box = svg.viewBox.baseVal;
    room.classList.toggle("zoomed", one !== undefined);
    svg.style.width = one ? one.scale * box.width + "px" : "";
    svg.style.height = one ? one.scale * box.height + "px" : "";
    const after = at.matrixTransform(svg.getScreenCTM());
    room.scrollLeft += after.x - x;
    room.scrollTop += after.y - y;
  }
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
  // Buttons for a board, which are there while it is small.
  function zoomButtons(svg) {
    const buttons = document.createElement("span");
    buttons.className = "zoom screen";
    for (const [words, sign, factor] of [["Smaller", "−", 1 / 1.6], ["Larger", "+", 1.6]]) {
      const button = document.createElement("button");
      button.type = "button";
      button.ariaLabel = words;
      button.textContent = sign;
      button.addEventListener("click", () => {
        const changed = svg.querySelector(".ring"), middle = (changed || svg.parentNode).getBoundingClientRect();
        zoom(svg, factor, middle.left + middle.width / 2, middle.top + middle.height / 2);
      });
      buttons.append(button);
    }
    svg.fits = () => {
      const scale = scaleOf(svg);
      buttons.hidden = !zoomed.has(svg) && (!svg.clientWidth || scale >= SMALL);
      svg.classList.toggle("far", scale < SMALL);
    };
    new ResizeObserver(svg.fits).observe(svg);
    return buttons;
  }
  boards.addEventListener("wheel", (event) => {
    const svg = event.target.closest(".scroll > svg");
    if (!svg || !event.ctrlKey) return;
    event.preventDefault();
    zoom(svg, Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
  }, { passive: false });

  let drag = null, dragged = false;
  boards.addEventListener("pointerdown", (event) => {
    dragged = false;
    if (event.pointerType === "mouse" && event.button === 0) drag = event.target.closest(".zoomed");
  });
  document.addEventListener("pointermove", (event) => {
    if (!drag || !(event.movementX || event.movementY)) return;
    dragged = true;
    drag.scrollLeft -= event.movementX;
    drag.scrollTop -= event.movementY;
  });
  document.addEventListener("pointerup", () => { drag = null; });

  // -- fingers: two zoom a board, one steps from side to side where nothing is zoomed

  let start = null, pinch = null;
  const between = ([a, b]) => ({
    x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2, apart: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY),
  });
  boards.addEventListener("touchstart", (event) => {
    const room = event.target.closest(".scroll"), one = event.touches.length === 1;
    start = one && !(room && room.scrollWidth > room.clientWidth) ? event.touches[0] : null;
    pinch = event.touches.length === 2 && event.target.closest(".scroll > svg") ? between(event.touches) : null;
    if (pinch && event.cancelable) event.preventDefault();
  }, { passive: false });
  boards.addEventListener("touchmove", (event) => {
    if (!pinch) return;
    if (event.cancelable) event.preventDefault();  // it is not once the browser scrolls
    const next = between(event.touches), svg = event.target.closest(".scroll > svg");
    svg.parentNode.scrollLeft += pinch.x - next.x;
    svg.parentNode.scrollTop += pinch.y - next.y;
    zoom(svg, next.apart / pinch.apart, next.x, next.y);
    pinch = next;
  }, { passive: false });
  boards.addEventListener("touchend", (event) => {
    const end = event.changedTouches[0];
    if (start && Math.abs(end.clientX - start.clientX) > Math.max(50, 2 * Math.abs(end.clientY - start.clientY)))
      step(end.clientX < start.clientX ? 1 : -1);
    start = pinch = null;
  });

  return { bring, zoomButtons, arrange };
}
