"use strict";
// Tables sort by the column whose heading is pressed; links open battles that are in this page.
for (const table of document.querySelectorAll("table.sorts")) {
  const headings = [...table.querySelectorAll("thead th")];
  headings.forEach((heading, at) => {
    heading.querySelector("button").addEventListener("click", () => {
      const up = heading.getAttribute("aria-sort") !== "ascending";
      for (const other of headings) other.removeAttribute("aria-sort");
      heading.setAttribute("aria-sort", up ? "ascending" : "descending");
      const key = (row) => row.cells[at].dataset.v ?? row.cells[at].textContent;
      const order = (one, other) => {
        const [a, b] = [key(one), key(other)];
        const apart = Number(a) - Number(b);
        return (Number.isNaN(apart) ? a.localeCompare(b) : apart) * (up ? 1 : -1);
      };
      const body = table.tBodies[0];
      body.append(...[...body.rows].sort(order));
    });
  });
}
const pages = JSON.parse(document.getElementById("pages").textContent);
for (const link of document.querySelectorAll("a[data-page]")) {
  link.href = URL.createObjectURL(new Blob([pages[link.dataset.page]], { type: "text/html" }));
}
