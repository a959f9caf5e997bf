"use strict";
// Sorts tables and filters lists. Without it, the page shows everything.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0], heads = [...table.tHead.rows[0].cells];
  const value = (row, i, number) => {
    const words = row.cells[i].textContent.trim();
    return number ? Number.parseFloat(words.replace("−", "-")) || 0 : words.toLowerCase();
  };
  heads.forEach((head, i) => {
    if (head.classList.contains("still")) return;
    const button = document.createElement("button"), number = head.classList.contains("number");
    button.className = "sort";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const down = head.ariaSort ? head.ariaSort === "ascending" : number && i > 0;
      for (const other of heads) other.ariaSort = null;
      head.ariaSort = down ? "descending" : "ascending";
      const rows = [...body.rows].map((row) => [value(row, i, number), row]);
      rows.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0) * (down ? -1 : 1));
      body.append(...rows.map(([, row]) => row));
    });
  });
}
for (const list of document.querySelectorAll(".listing")) {
  const line = list.querySelector(".filter");
  if (!line) continue;
  const field = line.querySelector("input"), count = line.querySelector("output");
  const rows = [...list.querySelectorAll("tbody tr, .form li")].map((row) => [row, row.textContent.toLowerCase()]);
  line.hidden = false;
  const filter = () => {
    const wanted = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const [row, words] of rows) {
      row.hidden = !wanted.every((word) => words.includes(word));
      shown += !row.hidden;
    }
    count.textContent = `${shown} of ${rows.length}`;
  };
  field.addEventListener("input", filter);
  filter();
}
