// Zooms and pans the boards of a game's page: by buttons, the wheel with Ctrl, and two fingers; the mouse and a finger pan.
function handleZoom(boards) {
  // A board has buttons to zoom if a unit gets fewer pixels: what is fine on it cannot be read.
  const SMALL = document.querySelector(".fine") ? 0.66 : 0.5;
  const MOST = 3;  // pixels that a unit may have
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
  // Buttons for a board, which are there while it is small.
  function zoomButtons(svg) {
    const buttons = element("span", null, "", "zoom screen");
    for (const [words, sign, factor] of [["Smaller", "−", 1 / 1.6], ["Larger", "+", 1.6]]) {
      const button = element("button", buttons, sign);
      button.ariaLabel = words;
      button.addEventListener("click", () => {
        const changed = svg.querySelector(".ring"), middle = (changed || svg.parentNode).getBoundingClientRect();
        zoom(svg, factor, middle.left + middle.width / 2, middle.top + middle.height / 2);
      });
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

  let pinch = null;  // two fingers: their middle, and how far they are apart
  for (const kind of ["touchstart", "touchmove", "touchend"]) boards.addEventListener(kind, (event) => {
    const [a, b] = event.touches, svg = event.target.closest(".scroll > svg"), last = pinch;
    pinch = b && svg && { x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2, apart: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) };
    if (!pinch) return;
    if (event.cancelable) event.preventDefault();  // it is not once the browser scrolls
    if (kind !== "touchmove" || !last) return;
    svg.parentNode.scrollLeft += last.x - pinch.x;
    svg.parentNode.scrollTop += last.y - pinch.y;
    zoom(svg, pinch.apart / last.apart, pinch.x, pinch.y);
  }, { passive: false });

  return { buttons: zoomButtons, dragged: () => dragged };
}
