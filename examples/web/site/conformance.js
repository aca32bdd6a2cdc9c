// The conformance suite on the device of the page, in a program of its own: it can be stopped, and the
// pictures go on.
import { Program } from "./program.js";

const element = (name, text, attributes = {}) => Object.assign(document.createElement(name), text === undefined ? {} : { textContent: text }, attributes);

const table = (kind, head, rows) => {
  const box = element("div", undefined, { className: "scroll", tabIndex: 0 }), t = element("table", undefined, { className: kind });
  const top = t.createTHead().insertRow();
  for (const name of head) top.append(element("th", name, { scope: "col" }));
  const body = t.createTBody();
  for (const cells of rows) body.insertRow().append(...cells);
  box.append(t);
  return box;
};

export function start(page) {
  const section = document.getElementById("conformance"), part = selector => section.querySelector(selector);
  const run = part("[data-do=run]"), stop = part("[data-do=stop]"), copy = part("[data-do=copy]");
  const bar = part("progress"), facts = part(".facts"), findings = part(".findings");
  let program = null, report = "";

  run.addEventListener("click", async () => {
    const device = page.device.name;
    const ops = new URLSearchParams(location.search).get("ops")?.split(","); // some operations alone
    run.disabled = true;
    stop.hidden = bar.hidden = false;
    copy.hidden = true;
    bar.value = 0;
    findings.replaceChildren();
    facts.textContent = "opening the device …";
    program = new Program();
    try {
      const agent = navigator.userAgent;
      const { info } = await program.ask("conformance", { device, agent, ops }, ({ info }) => {
        bar.value = info.Done / Math.max(info.Of, 1);
        facts.textContent = `${info.Done} of ${info.Of} checks, ${info.Failed} failed · ${info.Next}`;
      });
      show(info);
    } catch (problem) {
      facts.textContent = problem.superseded ? "Stopped." : problem.message;
    }
    program.stop();
    run.disabled = false;
    stop.hidden = bar.hidden = true;
  });
  stop.addEventListener("click", () => program?.stop());
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(report);
      copy.textContent = "Copied";
    } catch { // not allowed here: show it to be copied by hand
      part("details").open = true;
      getSelection().selectAllChildren(part("details pre"));
    }
    setTimeout(() => { copy.textContent = "Copy the report"; }, 2000);
  });

  function show(info) {
    report = info.Text;
    copy.hidden = false;
    const all = info.Groups.at(-1), failed = all.Failed;
    const verdict = element("span", failed ? `${failed} of ${all.Checks} checks failed` : "conforms", { className: failed ? "verdict bad" : "verdict" });
    facts.replaceChildren(verdict, `: ${info.Device} · ${all.Checks.toLocaleString("en")} ${all.Checks === 1 ? "check" : "checks"}, ${all.Elements.toLocaleString("en")} results in ${Math.round(info.Seconds)} s`);
    const share = element("div", undefined, { className: "share" }), key = element("ul", undefined, { className: "key" });
    for (const { Class, Means, Cells } of info.Key) {
      const piece = element("i", undefined, { className: Class });
      piece.style.flexGrow = Cells;
      if (Cells) share.append(piece);
      const item = element("li");
      item.append(element("i", undefined, { className: Class }), element("b", String(Cells)), ` ${Means}`);
      key.append(item);
    }
    const counts = table("counts", ["family", "checks", "failed", "launches", "refused, as due", "results", "wrong"], info.Groups.map(g =>
      [g.Name, g.Checks, g.Failed, g.Cases, g.Refused, g.Elements, g.Wrong].map(x => element("td", typeof x === "number" ? x.toLocaleString("en") : x))));
    const map = table("map", ["", ...info.Columns], info.Rows.map(row => [element("th", row.Op, { scope: "row" }), ...row.Cells.map(cell =>
      cell ? element("td", cell.Text, { className: cell.Class, tabIndex: -1, title: cell.Detail }) : element("td"))]));
    const detail = element("p", "Point at a cell to see where its worst error is. Arrow keys go from cell to cell.", { className: "detail" });
    const tell = event => { const cell = event.target.closest("td[title]"); if (cell) detail.textContent = cell.title; };
    for (const event of ["pointerover", "focusin", "click"]) map.addEventListener(event, tell);
    map.addEventListener("keydown", walk);
    const first = map.querySelector("td[title]");
    if (first) first.tabIndex = 0;
    const details = element("details");
    details.append(element("summary", "The report as text"), element("pre", report, { tabIndex: 0 }));
    findings.replaceChildren(share, key, element("h3", "Worst error of every operation, in units in the last place"), map, detail,
      element("h3", "Families of checks"), counts, ...info.Failures?.length ? [element("h3", "What failed"), ...info.Failures.map(failure)] : [], details);
  }

  const failure = ({ Check, Text }) => {
    const box = element("details");
    box.append(element("summary", Check), element("pre", Text));
    return box;
  };

  // walk moves from cell to cell of the map.
  function walk(event) {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key], cell = event.target.closest("td");
    if (!by || !cell) return;
    event.preventDefault();
    const rows = cell.closest("tbody").rows;
    for (let x = cell.cellIndex + by[0], y = cell.parentNode.rowIndex - 1 + by[1]; rows[y]?.cells[x]; x += by[0], y += by[1])
      if (rows[y].cells[x].title) return rows[y].cells[x].focus();
  }
  return { changed() { run.textContent = `Check the ${page.device.name === "gpu" ? "GPU" : "CPU"}`; } };
}
