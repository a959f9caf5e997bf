// Copies the address of the position that is shown, as a link of `player.js` tells it, or code that shows it inside
// another page. With `?embed` the page keeps its boards and controls alone, as its style says.
(() => {
  const published = document.querySelector("meta[property='og:url']");
  const isFile = location.protocol === "file:";
  const address = () => (isFile && published ? published.content : location.href.replace(/[?#].*/, ""));
  const position = () => at("whole").firstElementChild.hash;

  async function give(text) {
    const [told, field] = at("copied").children;
    at("copied").hidden = false;
    field.value = text;
    field.select();
    let copied = true;
    try { await navigator.clipboard.writeText(text); } catch { copied = false; }
    told.textContent = (copied ? "Copied." : "Please copy the marked text.") +
      (isFile && !published ? " Others can open it once this file is published." : "");
  }

  if (new URLSearchParams(location.search).has("embed")) {
    document.body.classList.add("embed");
    at("whole").hidden = false;
    return;
  }
  const safe = (text) => text.replace(/[&<>"]/g, (sign) => "&#" + sign.charCodeAt(0) + ";");
  at("copy-address").addEventListener("click", () => give(address() + position()));
  at("copy-position").addEventListener("click", () =>
    give(`<iframe src="${safe(address() + "?embed" + position())}" title="${safe(document.title)}" width="100%" height="640" loading="lazy"></iframe>`));
})();
