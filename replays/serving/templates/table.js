"use strict";
// A page works without this: links tell what is pointed at, forms do it. With it, a page is swapped part by part, a last
// tap does what it leads to for whoever writes a game down and has chosen that, and the table is heard.
(() => {
  const top = () => document.getElementById("top");
  addEventListener("focusin", (event) => { if (event.target.matches("[name^=player]")) event.target.select(); });      // a name replaces `You`
  if (!top()) return;
  const LOST = 3000;     // milliseconds until a page that could not be loaded is asked for again
  const REST = 120;      // milliseconds after which a page rests
  let fresh = false, resting = 0, busy = 0, heard = "", stream = null, latest = 0;

  // -- the parts of a page

  const known = () => [...document.querySelectorAll("#symbols > g")].map((one) => one.id).join(",");

  function ask(method, address, body) {
    const request = new XMLHttpRequest(), number = latest += 1;
    if (body !== null) fresh = false;
    busy += 1;
    document.body.classList.add("busy");
    request.open(method, address);
    request.responseType = "document";
    request.timeout = 60000;
    request.setRequestHeader("X-Known", known());
    if (body !== null) request.setRequestHeader("Content-Type", "application/x-www-form-urlencoded");
    request.onloadend = () => {
      busy -= 1;
      document.body.classList.toggle("busy", busy > 0);
      if (request === given_up) return;
      hint = request === hint ? null : hint;
      const page = request.response;
      lost(!page && request.status !== 204);
      if (page && page.getElementById("top")) { if (number === latest) swap(page, request.responseURL); }
      else if (page) location.reload();
      else setTimeout(again, LOST);
      if (page && behind()) again();
    };
    request.send(body);
    return request;
  }
  const bare = (part) => part.outerHTML.replaceAll('<details open=""', "<details");      // what somebody has opened stays open
  const same = (here, part) => here.querySelector("details[open]") ? bare(here) === bare(part) : here.isEqualNode(part);
  // Tabs keep their small boards as long as they are the same ones in the same order.
  const order = (tabs) => [...tabs.querySelectorAll("input")].map((input) => input.value).join("|");
  function renew(here, tab) {
    here.className = tab.className;
    here.querySelector("input").checked = tab.querySelector("input").checked;
    here.querySelector("span").textContent = tab.querySelector("span").textContent;
  }
  function swap(page, address) {
    const symbols = document.getElementById("symbols"), added = document.createDocumentFragment();
    added.append(...page.querySelectorAll("#symbols > g"));
    size(added);
    symbols.append(added);
    const held = document.activeElement, mark = held && held.closest("a,button,input") && handle(held);
    const main = document.querySelector("main"), asked = document.getElementById("question").textContent;
    const when = document.querySelector("#top small").textContent;
    const before = [...document.querySelectorAll(".part")], parts = [...page.querySelectorAll(".part")];
    hear(page);
    for (const here of before) if (!parts.some((part) => part.id === here.id)) here.remove();
    for (const part of parts) {
      const here = document.getElementById(part.id);
      if (!here) (document.getElementById(part.parentNode.id) || main).prepend(part);
      else if (part.id === "boards" || part.id === "asking" || part.id === "top") patch(here, part);
      else if (part.id === "tabs" && order(here) === order(part)) [...part.children].forEach((tab, number) => renew(here.children[number], tab));
      else if (!same(here, part)) here.replaceWith(part);
    }
    if (document.getElementById("question").textContent !== asked) document.querySelector(".tray").scrollTop = 0;
    const now = document.querySelector("#top small");      // a new phase is marked until somebody here goes on
    now.classList.toggle("fresh", fresh = fresh || now.textContent !== when);
    history.replaceState(null, "", new URL(address).search || location.pathname);
    raise();
    ready();
    const now_lie = new Map(undone ? lie() : []), less = undone && undone.find(([board, count]) => now_lie.get(board) < count);
    if (less) shown = less[0];
    undone = null;
    show();
    tell();
    if (held && (!held.isConnected || held.disabled || (mark && handle(held) !== mark))) {
      const next = mark && [...document.querySelectorAll("a,button:not(:disabled),input")].find((one) => handle(one) === mark);
      (next || document.getElementById("question")).focus({ preventScroll: true });
    }
    clearTimeout(resting);
    resting = setTimeout(small, REST);
  }
  // The small boards on tabs follow once a page rests; those that come with a page without scripts are the same.
  function small() {
    fit();
    const tabs = document.getElementById("tabs"), strip = tabs.getBoundingClientRect();
    const open = tabs.querySelector("label:has(:checked)")?.getBoundingClientRect();
    if (open && (open.left < strip.left || open.right > strip.right)) tabs.scrollLeft += open.left - strip.left - 4;
    edges();
    for (const tab of document.querySelectorAll("#tabs label:not(.end)")) {
      const board = document.getElementById("board " + tab.querySelector("input").value), drawn = board.querySelector("svg");
      const copy = drawn.cloneNode(false), there = tab.querySelector("svg");
      for (const name of [...copy.getAttributeNames()]) if (name !== "viewBox") copy.removeAttribute(name);
      copy.setAttribute("aria-hidden", "true");
      for (const piece of drawn.querySelectorAll(":scope > use")) copy.append(piece.cloneNode());
      if (!there) tab.querySelector("input").after(copy);
      else patch(there, copy);
    }
  }
  // On which sides there are more tabs than are shown.
  function edges() {
    const tabs = document.getElementById("tabs");
    tabs.classList.toggle("before", tabs.scrollLeft > 8);
    tabs.classList.toggle("after", tabs.scrollLeft < tabs.scrollWidth - tabs.clientWidth - 8);
  }
  addEventListener("scroll", (event) => { if (event.target.id === "tabs") edges(); }, true);
  // Make a drawing like another one, and touch nothing that is so already: what is new alone is styled and laid out.
  function patch(here, there) {
    if (here.isEqualNode(there)) return;
    if (here.nodeName !== there.nodeName || here.id !== there.id || here.nodeType !== Node.ELEMENT_NODE) return here.replaceWith(there);
    for (const { name } of [...here.attributes]) if (!there.hasAttribute(name) && name !== "style") here.removeAttribute(name);
    for (const { name, value } of there.attributes) if (here.getAttribute(name) !== value) here.setAttribute(name, value);
    const old = [...here.childNodes], made = [...there.childNodes], most = Math.min(old.length, made.length);
    let first = 0, last = 0;
    while (first < most && old[first].isEqualNode(made[first])) first += 1;
    while (last < most - first && old[old.length - 1 - last].isEqualNode(made[made.length - 1 - last])) last += 1;
    const gone = old.slice(first, old.length - last), come = made.slice(first, made.length - last), end = old[old.length - last] || null;
    gone.forEach((node, number) => { if (number < come.length) patch(node, come[number]); else node.remove(); });
    for (const node of come.slice(gone.length)) here.insertBefore(node, end);
  }
  // Of tiles that are alike those that were tapped are up: they change places with the ones that the page has raised.
  const raised = new Map(), named = (tile) => tile.getAttribute("aria-label").replace(/^not /, ""), is_up = (tile) => tile.classList.contains("up");
  const alike = (name) => [...document.querySelectorAll("a.tile")].filter((tile) => named(tile) === name);
  addEventListener("click", ({ target }) => {
    const tile = target.closest("a.tile");
    if (!tile) return;
    const at = alike(named(tile)).indexOf(tile), others = (raised.get(named(tile)) || []).filter((other) => other !== at);
    raised.set(named(tile), is_up(tile) ? others : [...others, at]);
  }, true);
  function raise() {
    for (const [name, places] of raised) {
      const tiles = alike(name), up = tiles.filter(is_up), meant = up.length ? places.slice(-up.length).map((at) => tiles[at]) : [];
      const down = meant.filter((tile) => tile && !is_up(tile)), wrong = up.filter((tile) => !meant.includes(tile));
      if (!up.length) raised.delete(name);
      down.forEach((tile, number) => {
        const place = document.createComment("");
        tile.replaceWith(place);
        wrong[number].replaceWith(tile);
        place.replaceWith(wrong[number]);
      });
    }
  }
  // Letters know how large they are, and boards and tiles how large they show them: what cannot be read is left out.
  const scales = new CSSStyleSheet(), scaled = (svg) => ((svg.getScreenCTM() || { a: 1 }).a * (window.visualViewport ? visualViewport.scale : 1)).toFixed(3);
  document.adoptedStyleSheets.push(scales);
  const PLATE = /M[\d.]+ [\d.]+h[\d.]+v[\d.]+H[\d.]+z/g;
  let rules_of_scale = new Map();
  function size(symbols) {
    for (const text of symbols.querySelectorAll("text")) {
      let scale = 1;
      for (let node = text; node && node.getAttribute; node = node.parentNode) scale *= +(/scale\(([\d.]+)/.exec(node.getAttribute("transform")) || [0, 1])[1];
      text.classList.add("sized");
      text.style.setProperty("--s", scale);
      text.style.setProperty("--f", text.closest("[font-size]")?.getAttribute("font-size") || 16);
    }
    for (const path of symbols.querySelectorAll("path[fill='#fff']")) {      // plates go with the letters on them
      const plates = path.getAttribute("d").match(PLATE), text = path.closest("g[id]").querySelector("text");
      if (!plates || !text) continue;
      const below = path.cloneNode();
      below.setAttribute("d", plates.join(""));
      below.style.cssText = text.style.cssText;
      below.classList.add("sized");
      path.setAttribute("d", path.getAttribute("d").replace(PLATE, ""));
      path.before(below);
    }
  }
  function fit() {
    let changed = false;
    for (const svg of document.querySelectorAll("#boards svg[data-sheet]")) {
      const key = `[data-sheet=${JSON.stringify(svg.dataset.sheet)}]`, rule = `${key}{--k:${scaled(svg)}}`;
      if (!svg.getClientRects().length || rules_of_scale.get(key) === rule) continue;
      rules_of_scale.set(key, rule);
      changed = true;
    }
    if (changed) scales.replaceSync([...rules_of_scale.values()].join(""));
    fitTiles(true);
  }
  function fitTiles(all) {
    const tiles = [...document.querySelectorAll(".tile svg")].filter((svg) => all || !svg.hasAttribute("style")), found = tiles.map(scaled);
    tiles.forEach((svg, number) => { if (svg.style.getPropertyValue("--k") !== found[number]) svg.style.setProperty("--k", found[number]); });
  }
  for (const room of [window, window.visualViewport]) if (room) room.addEventListener("resize", () => { clearTimeout(resting); resting = setTimeout(small, REST); });
  // What works with scripts alone; and, once, how one plays by taps, until the first of them.
  const first = document.getElementById("first"), kept = (what, told) => {
    try { return told ? localStorage.setItem(what, told) : localStorage.getItem(what); } catch { return "a browser that keeps nothing"; }
  };
  function ready() {
    fitTiles();
    for (const one of document.querySelectorAll("#what-is, #zoom")) one.hidden = false;
    if (!first || !first.hidden || kept("plays") || !document.querySelector("#asking.mine .tile")) return;
    first.hidden = false;
    addEventListener("pointerdown", () => { first.hidden = true; kept("plays", "yes"); }, { once: true });
  }
  // A board is shown larger, and moved by a finger: what glows, or is new, stands in the middle.
  const zoom = document.getElementById("zoom");
  zoom.addEventListener("click", () => {
    const is = document.body.classList.toggle("large");
    zoom.setAttribute("aria-pressed", is);
    fit();
    for (const room of document.querySelectorAll(".room-for")) {
      const seen = room.getBoundingClientRect(), marked = [...room.querySelectorAll(".ghost, .taken")].concat([...room.querySelectorAll(".lit:not(.on), .new")]);
      const boxes = (marked.length ? marked : [...room.querySelectorAll("svg")]).map((one) => one.getBoundingClientRect());
      if (!seen.width) continue;
      room.scrollLeft += (Math.min(...boxes.map((box) => box.left)) + Math.max(...boxes.map((box) => box.right)) - seen.left - seen.right) / 2;
      room.scrollTop += (Math.min(...boxes.map((box) => box.top)) + Math.max(...boxes.map((box) => box.bottom)) - seen.top - seen.bottom) / 2;
    }
  });
  const handle = (one) => one.getAttribute("aria-label") || one.textContent || one.id;

  // The board that is shown where there is room for one: the same as before, unless what is asked is on another one.
  // After Undo, it is the one from which something was taken.
  let shown = "", over = false, undone = null;
  const lie = () => [...document.querySelectorAll("#tabs label:not(.end) input")].map(({ value }) => [value, document.getElementById("board " + value).querySelectorAll("svg > use").length]);
  addEventListener("change", (event) => { if (event.target.name === "tab") { shown = event.target.value; if (document.body.classList.contains("large")) zoom.click(); else fit(); } });
  function show() {
    const tabs = [...document.querySelectorAll("#tabs input")], lit = tabs.filter((tab) => tab.closest(".is-lit"));
    const old = tabs.find((tab) => tab.value === shown);
    const end = tabs.find((tab) => tab.value === "scores");
    const tab = end && !over ? end : old && (!lit.length || lit.includes(old)) ? old : lit[0] || old || tabs[0];
    over = Boolean(end);
    if (tab) { tab.checked = true; shown = tab.value; }
  }

  // -- what others have done: one after the other, each on its board, until somebody taps

  const EACH = 950;      // milliseconds for each
  const calm = matchMedia("(prefers-reduced-motion: reduce)"), toast = document.createElement("p");
  let told = null, queue = [], timer = 0;
  toast.id = "toast";
  toast.setAttribute("aria-hidden", "true");

  // The list for those who hear: only what is new is added.
  function hear(page) {
    const list = document.getElementById("news"), items = [...page.querySelectorAll("#news li")];
    const there = new Set(items.map((one) => one.outerHTML));
    for (const old of [...list.children]) if (!there.delete(old.outerHTML)) old.remove();
    list.append(...items.filter((one) => there.has(one.outerHTML)).map((one) => document.importNode(one, true)));
  }
  function tell() {
    const before = told;
    told = +top().dataset.steps;
    if (before === null || calm.matches) return;
    for (const { dataset, textContent } of document.querySelectorAll("#news li"))
      if (dataset.news > before) queue.push({ number: +dataset.news, board: dataset.board, words: textContent });
    if (timer) veil();
    else if (queue.length) next();
  }
  function next() {
    timer = setTimeout(() => { queue.shift(); if (queue.length) next(); else settle(); }, EACH);
    veil();
  }
  function veil() {
    for (const piece of document.querySelectorAll("#boards [data-news]"))
      piece.classList.toggle("later", queue.length > 0 && piece.dataset.news > queue[0].number);
    if (!queue.length) return;
    const tab = [...document.querySelectorAll("#tabs input")].find((one) => one.value === queue[0].board);
    if (tab) tab.checked = true;
    toast.textContent = queue[0].words;
    document.querySelector("main").append(toast);
  }
  function settle() {
    clearTimeout(timer);
    [timer, queue] = [0, []];
    veil();
    toast.remove();
    show();
  }
  addEventListener("click", (event) => {
    if (!timer) return;
    settle();
    if (event.target.closest("#boards")) event.stopImmediatePropagation(), event.preventDefault();
  }, true);
  addEventListener("keydown", () => { if (timer) settle(); });

  function lost(is) {
    let line = document.getElementById("lost");
    if (!is) { if (line) line.remove(); return; }
    if (line) return;
    line = document.createElement("p");
    line.id = "lost";
    line.setAttribute("role", "alert");
    line.textContent = "The table cannot be reached. Is cityleague still running? This page tries again.";
    document.body.append(line);
  }
  const again = () => { if (!busy) ask("GET", location.href, null); };
  // Whether the table has gone on since this page. A notice can come later than the page that it is about.
  function behind() {
    const [opened, revision] = heard.split("-"), [before, shown] = top().dataset.revision.split("-");
    return heard && heard !== top().dataset.revision && (opened !== before || +revision >= +shown);
  }

  // -- what somebody does

  const encoded = (fields) => new URLSearchParams(fields).toString();
  function send(fields) {
    if (busy) return;
    ask("POST", location.pathname + location.search, encoded({ at: location.search, ...fields }));
  }
  function take(node, address) {
    const sure = quick && quick.checked, query = new URL(address, location.href).searchParams;
    if (sure && node.dataset.move !== undefined)
      send({ do: "move", seat: query.get("seat") || seatOf(), q: query.get("q"), move: node.dataset.move });
    else if (sure && node.dataset.draw !== undefined) send({ do: "draw", q: node.dataset.key, order: node.dataset.draw });
    else if (!busy) ask("GET", new URL(address, location.href).href, null);
  }
  // A whole evening is written down in fewest taps without the large button; it can be wished back.
  const quick = document.querySelector("#quick input");
  if (quick) {
    const choose = () => document.body.classList.toggle("quick", quick.checked);
    quick.checked = kept("quick") !== "no";
    choose();
    quick.addEventListener("change", () => { choose(); kept("quick", quick.checked ? "yes" : "no"); });
    document.getElementById("quick").hidden = false;
  }
  const seatOf = () => { const field = document.querySelector(":is(#asking, #ways) [name=seat]"); return field ? field.value : ""; };
  addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const stepper = event.target.closest("[data-take]");
    if (stepper) {
      const option = document.getElementById(stepper.dataset.take).selectedOptions[0];
      return take(option, option.value);
    }
    const link = event.target.closest("a");
    const address = link && link.getAttribute("href");
    if (address && address.startsWith("?")) {
      event.preventDefault();
      return take(link, address);
    }
    const svg = event.target.closest("#boards svg");
    if (svg && !link && document.querySelector("#boards .lit")) why(svg, event);
    else if (svg && !link) open(what(event.clientX, event.clientY));
  });
  // A tap on what has happened last tells more of it, one on the players where their points come from.
  addEventListener("click", (event) => { if (event.target.closest("#latest.quiet")) document.getElementById("menu").checked = true; });
  addEventListener("click", (event) => {
    const details = event.target.closest("#players") && document.querySelector("#points details");
    if (!details) return;
    document.getElementById("menu").checked = details.open = true;
    details.scrollIntoView();
  });
  // A page is handed to what the device shares by; without that it is saved, of which a browser says nothing.
  addEventListener("click", (event) => {
    const link = event.target.closest("a[download]"), kind = { type: "text/html" };
    if (!link) return;
    const saved = () => {
      const line = document.createElement("p");
      line.className = "saved";
      line.textContent = `Saved as ${link.download}. Send this file: whoever opens it needs nothing else.`;
      document.getElementById("said").replaceChildren(line);
    };
    const one = new File([], link.download, kind);
    if (link.dataset.saves || !(navigator.canShare && navigator.canShare({ files: [one] }))) return saved();
    event.preventDefault();
    fetch(link.href).then((answer) => answer.blob())
      .then((page) => navigator.share({ files: [new File([page], link.download, kind)], title: link.download }))
      .catch((error) => { if (error.name !== "AbortError") { link.dataset.saves = "yes"; link.click(); } });
  });
  // Somebody has tapped where nothing is marked: the rules are asked why.
  function why(svg, event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const field = document.querySelector(":is(#asking, #ways) [name=q]"), query = new URLSearchParams(location.search);
    if (!field || busy) return;
    const half = other_half(svg, event);
    if (half) return take(half, half.getAttribute("href"));
    query.set("q", field.value);
    query.set("why", [svg.dataset.sheet, Math.round(point.x), Math.round(point.y)].join(" "));
    ask("GET", location.pathname + "?" + query, null);
  }
  // A tile of two cells is laid by its left or upper one; a tap where the other one alone can lie means the same.
  function other_half(svg, { clientX, clientY }) {
    const { width, height } = document.querySelector(".tile.up svg")?.viewBox.baseVal || { width: 1, height: 1 };
    if (![2, 0.5].includes(+(width / height).toFixed(2))) return null;
    return [...svg.querySelectorAll(".lit:not(.on)")].find((one) => {
      const box = one.getBoundingClientRect(), x = clientX - (width > height) * box.width, y = clientY - (height > width) * box.height;
      return box.left < x && x < box.right && box.top < y && y < box.bottom;
    });
  }
  // A hint can take seconds: until it is there, its place says so, and another tap gives it up.
  let hint = null, given_up = null;
  function thinks(button) {
    button.setAttribute("aria-pressed", "true");
    button.setAttribute("aria-label", "Give the hint up");
    const line = document.getElementById("latest") || document.createElement("p"), heard = document.createElement("p");
    [line.id, line.className, heard.className] = ["latest", "own waits", "hint-text"];
    line.textContent = heard.textContent = "A bot thinks about your move; another tap gives it up";
    document.getElementById("question").after(line);
    document.getElementById("said").replaceChildren(heard);
  }
  addEventListener("submit", (event) => {
    const form = event.target, fields = new FormData(form);
    if (form.id === "hint" && hint) {
      [given_up, hint] = [hint, null];
      given_up.abort();
      fields.set("do", "no-hint");
    }
    if (busy) return event.preventDefault();
    if (form.method === "get") {
      event.preventDefault();
      document.getElementById("menu").checked = false;
      ask("GET", location.pathname + "?" + new URLSearchParams(fields), null);
    } else if (form.closest(".part") && !form.getAttribute("action") && fields.get("do") !== "open") {
      event.preventDefault();
      if (form.id === "hint" && fields.get("do") === "hint") thinks(form.querySelector("button"));
      const asked = ask("POST", location.pathname + location.search, encoded([...fields]));
      hint = fields.get("do") === "hint" ? asked : null;
      undone = fields.get("do") === "undo" ? lie() : null;
    }
  });

  // -- what is this? A long press, a right click, a tap where nothing else is asked, or the button

  const PRESS = 480, STILL = 6;      // milliseconds that a finger rests, and pixels that it may move
  const closeup = document.getElementById("closeup");
  let rules = null, press = 0, from = null, swallow = false;
  function what(x, y) {
    for (const one of document.elementsFromPoint(x, y)) {
      const used = one.closest("use") || (one.closest(".tile") || one).querySelector(":scope > svg > use");
      const symbol = used && document.getElementById(used.getAttribute("href").slice(1));
      const title = symbol && symbol.querySelector("title");
      if (title && /[a-z]/i.test(title.textContent)) return symbol;
    }
    return null;
  }
  function open(symbol) {
    if (!symbol || !closeup) return false;
    const words = symbol.querySelector("title").textContent, svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const used = document.createElementNS("http://www.w3.org/2000/svg", "use"), box = symbolBox(symbol);
    used.setAttribute("href", "#" + symbol.id);
    svg.setAttribute("viewBox", [box.x, box.y, box.width, box.height].join(" "));
    svg.setAttribute("aria-hidden", "true");
    svg.append(used);
    closeup.querySelector(".picture").replaceChildren(svg);
    document.getElementById("what").textContent = words[0].toUpperCase() + words.slice(1);
    if (!closeup.open) closeup.showModal();
    closeup.scrollTop = 0;
    explain(words);
    return true;
  }
  function symbolBox(symbol) {
    const drawn = [...document.querySelectorAll("use")].find((one) => one.getAttribute("href") === "#" + symbol.id && one.getClientRects().length);
    const box = drawn ? drawn.getBBox() : { x: 0, y: 0, width: 1, height: 1 };
    return { x: box.x - (drawn ? drawn.x.baseVal.value : 0) - 2, y: box.y - (drawn ? drawn.y.baseVal.value : 0) - 2, width: box.width + 4, height: box.height + 4 };
  }
  // The entries of the rules that begin with what it is called; a longer name says more than a shorter one in it.
  function explain(words) {
    const place = closeup.querySelector(".rules");
    place.replaceChildren();
    const fill = () => {
      const found = new Map();
      for (const entry of rules.querySelectorAll("article li"))
        for (const head of entry.querySelectorAll(":scope > strong")) {
          const stem = head.textContent.toLowerCase().replace(/(ies|es|s)$/, "").replace(/[^a-z0-9 -]/g, "\\$&");
          const at = stem && new RegExp(`(?:^|[^a-z])${stem}(?:y|e|ies|es|s)?(?![a-z])`).exec(words.toLowerCase());
          if (at && !found.has(entry)) found.set(entry, at[0].replace(/^[^a-z$]/, ""));
        }
      const told = [...found.values()];
      for (const [entry, said] of found)
        if (!told.some((other) => other !== said && other.includes(said))) place.append(document.importNode(entry, true));
    };
    if (rules) return fill();
    const request = new XMLHttpRequest();
    request.open("GET", closeup.dataset.rules);
    request.responseType = "document";
    request.onload = () => { if (request.response) { rules = request.response; fill(); } };
    request.send();
  }
  addEventListener("pointerdown", (event) => {
    swallow = false;
    from = [event.clientX, event.clientY];
    clearTimeout(press);
    if (event.isPrimary && event.target.closest("#boards, .tray"))
      press = setTimeout(() => { swallow = open(what(...from)); }, PRESS);
    else swallow = false;
  });
  addEventListener("pointermove", (event) => {
    if (from && Math.hypot(event.clientX - from[0], event.clientY - from[1]) > STILL) clearTimeout(press);
  });
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => clearTimeout(press));
  addEventListener("contextmenu", (event) => {
    clearTimeout(press);
    if (event.target.closest("#boards, .tray") && open(what(event.clientX, event.clientY))) event.preventDefault();
  });
  addEventListener("click", (event) => {
    if (swallow) event.preventDefault(), event.stopImmediatePropagation();
    swallow = false;
  }, true);
  addEventListener("click", (event) => {
    if (event.target === closeup) closeup.close();
    if (!event.target.closest("#what-is")) return;
    const used = document.querySelector(".tile.up use") || document.querySelector(".tile use");
    if (used) open(document.getElementById(used.getAttribute("href").slice(1)));
  });

  // -- the table is heard, while somebody looks

  function listen() {
    if (document.hidden) {
      if (stream) stream.close();
      stream = null;
    } else if (!stream) {
      stream = new EventSource(location.pathname + "/changes");
      stream.onmessage = (event) => {
        heard = event.data;
        if (behind()) again();
      };
      stream.onerror = () => { if (stream && stream.readyState === EventSource.CLOSED) { stream = null; setTimeout(listen, LOST); } };
    }
  }
  document.addEventListener("visibilitychange", listen);
  addEventListener("popstate", again);
  size(document.getElementById("symbols"));
  ready();
  show();
  fit();
  edges();
  tell();
  listen();
})();
