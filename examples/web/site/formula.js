// The box of formulas.
import { Player, calm, number, paint, sizeOf } from "./canvas.js";

const examples = {
  "Rings": "sin(20*r - 3*t) * exp(-r) * .5 + .5",
  "Silk": "a = sin(3*x + sin(4*y + t))\nb = sin(3*y + sin(4*x - .7*t))\nabs(a*b) ^ .4",
  "Flower": "phi = atan2(y, x)\npetal = .55 + .25*cos(6*phi + sin(t))\nsigmoid(30 * (petal - r)) * [.95, .5, .62] + [.04, .06, .14]",
  "Moiré": "hypot(x - .4*cos(t), y) * 24 % 1 * (hypot(x + .4, y) * 24 % 1)",
  "Bits": "i = floor(64*(x + 2)) ; j = floor(64*(y + 1))\n((i + j) % 32 / 32) ^ ((i % 16 + 1) / 8)",
  "Colours": "sin(5 * (x + [0, .2, .4]) + 3*sin(2*y + t)) * .5 + .5",
  "Scaled": "v = exp(-4*hypot(x - .5, y)) - exp(-4*hypot(x + .5, y))\n(v - min(v)) / (max(v) - min(v))",
  "An error": "sin(9*r) * [1, .5] + [1, 2, 3]",
};

// units writes a number of bytes.
const units = bytes => {
  const power = Math.min(3, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  return `${number(bytes / 1000 ** power)} ${["B", "kB", "MB", "GB"][power]}`;
};

// marked is the line of a text with the place of an error under it. Places are bytes.
function marked(text, from, to) {
  const bytes = new TextEncoder().encode(text), count = (a, b) => new TextDecoder().decode(bytes.slice(a, b)).length;
  const start = count(0, from), line = text.lastIndexOf("\n", start - 1) + 1;
  const stop = (text + "\n").indexOf("\n", start);
  const wide = Math.max(1, Math.min(count(from, to), stop - start));
  return `${text.slice(line, stop)}\n${" ".repeat(start - line)}${"^".repeat(wide)}`;
}

export function start(page) {
  const section = document.getElementById("formula"), part = selector => section.querySelector(selector);
  const canvas = part("canvas"), text = part("textarea"), problemBox = part("#problem"), facts = part(".facts");
  const fuse = part("[data-do=fuse]"), cpu = part("[data-do=cpu]");
  let began = performance.now(), moves = false, typed = 0, asked = 0;

  async function draw(explain) {
    const turn = ++asked, gpu = page.device.kind === "gpu";
    const request = { ...sizeOf(canvas, gpu ? 1200 : 480), formula: text.value, explain, apart: fuse.getAttribute("aria-pressed") === "false" };
    request.time = (performance.now() - began) / 1000;
    try {
      const { info, pixels } = await page.program.ask("formula", request);
      paint(canvas, info, pixels);
      moves = info.moves;
      if (explain) tell(info);
      report(null);
      return moves;
    } catch (problem) {
      if (problem.superseded || turn !== asked) return !problem.superseded || moves;
      moves = false;
      report(problem);
      return false;
    }
  }

  function report(problem) {
    problemBox.hidden = !problem;
    text.setAttribute("aria-invalid", String(Boolean(problem)));
    if (problem) problemBox.textContent = (problem.to > problem.from || problem.from > 0 ? marked(text.value, problem.from, problem.to) + "\n" : "") + problem.message;
  }

  function tell(info) {
    const meters = {
      launches: info.launches, bytes: units(info.bytes), rate: number(info.rate),
      time: info.micros < 1000 ? `${number(info.micros)} µs` : `${number(info.micros / 1000)} ms`, share: `${number(100 * info.rate / info.copy, 2)} %`,
    };
    for (const [name, value] of Object.entries(meters)) part(`[data-meter=${name}]`).textContent = value;
    part("#kernel pre").textContent = info.wgsl;
    part("#explain pre").textContent = info.explain;
    facts.textContent = `${info.width} × ${info.height} on ${page.device.text} · a copy moves ${number(info.copy)} GB/s`;
  }

  // The explanation measures, so it comes when the hand rests; then the picture goes on.
  // A frame would supersede it, so frames wait.
  let explained = null;
  async function changed() {
    const mine = explained = draw(true);
    await mine;
    if (mine === explained) explained = null;
    player.run();
  }
  const player = new Player(canvas, part("[data-do=play]"), async () => {
    await explained;
    return moves && draw(false);
  });
  new IntersectionObserver(([entry], observer) => {
    if (!entry.isIntersecting || !page.device.kind) return;
    observer.disconnect();
    changed();
  }, { rootMargin: "300px" }).observe(section);

  text.addEventListener("input", () => {
    clearTimeout(typed);
    typed = setTimeout(changed, 120);
  });
  for (const [name, formula] of Object.entries(examples)) {
    const chip = document.createElement("button");
    Object.assign(chip, { type: "button", textContent: name });
    chip.addEventListener("click", () => {
      text.value = formula;
      text.rows = Math.max(3, formula.split("\n").length);
      began = performance.now() - (calm.matches ? 1000 : 0);
      changed();
    });
    part(".chips").append(chip);
  }
  text.value = examples.Rings;

  fuse.addEventListener("click", () => {
    const on = fuse.getAttribute("aria-pressed") === "false";
    fuse.setAttribute("aria-pressed", on);
    changed();
  });
  cpu.addEventListener("click", () => page.open(cpu.getAttribute("aria-pressed") === "true" ? "gpu" : "cpu"));

  part("#operations").addEventListener("toggle", async () => {
    const list = part("#operations dl");
    if (list.children.length) return;
    const { info } = await page.program.ask("operations");
    for (const { name, operands, doc } of info) {
      const row = document.createElement("div"), term = document.createElement("dt"), meaning = document.createElement("dd"), code = document.createElement("code");
      code.textContent = `${name}(${operands.join(", ")})`;
      meaning.textContent = doc;
      term.append(code);
      row.append(term, meaning);
      list.append(row);
    }
  });
  part("#search").addEventListener("input", event => {
    const words = event.target.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const row of part("#operations dl").children)
      row.hidden = !words.every(word => row.textContent.toLowerCase().includes(word));
  });
  return {
    changed() {
      cpu.setAttribute("aria-pressed", String(page.device.kind === "cpu"));
      if (player.seen) changed();
      else moves = true; // draws when it comes into sight
    },
  };
}
