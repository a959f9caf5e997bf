"use strict";
// Copies the address of the position that is shown, or code that shows it inside another page. With `?embed` the page
// keeps its boards and controls alone, as its style says. It runs after `player.js`, whose controls tell the position.
(() => {
  const at = (id) => document.getElementById(id);
  const published = document.querySelector("meta[property='og:url']");
  const isFile = location.protocol === "file:";
  const address = () => (isFile && published ? published.content : location.href.replace(/[?#].*/, ""));
  const position = () => {
    const seat = at("seat").value;
    return "#move=" + at("slider").value + (seat === "all" ? "" : "&seat=" + (seat || "none"));
  };

  async function give(text) {
    const [told, field] = at("copied").children;
    at("copied").hidden = false;
    field.value = text;
    field.select();
    let copied = true;
    try { await navigator.clipboard.writeText(text); } catch (error) { copied = document.execCommand("copy"); }
    told.textContent = (copied ? "Copied." : "Please copy the marked text.") +
      (isFile && !published ? " This page is a file here: others can open it once it is published." : "");
  }

  function embed(hash) {
    const safe = (text) => text.replace(/[&<>"]/g, (sign) => "&#" + sign.charCodeAt(0) + ";");
    const from = safe(address() + "?embed" + hash), title = safe(document.title);
    return `<iframe src="${from}" title="${title}" width="100%" height="640" loading="lazy"></iframe>`;
  }

  if (new URLSearchParams(location.search).has("embed")) {
    document.body.classList.add("embed");
    const whole = at("whole"), link = whole.firstElementChild;
    whole.hidden = false;
    for (const kind of ["focus", "pointerdown", "click"])
      link.addEventListener(kind, () => { link.href = location.href.replace(/[?#].*/, "") + position(); });
    return;
  }
  at("share").hidden = false;
  at("copy-address").addEventListener("click", () => give(address() + position()));
  at("copy-position").addEventListener("click", () => give(embed(position())));
  at("copy-game").addEventListener("click", () => give(embed("")));
})();
