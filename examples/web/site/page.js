// The page: it opens the program and a device, and starts the pictures.
import { Program } from "./program.js";
import * as bodies from "./bodies.js";
import * as conformance from "./conformance.js";
import * as dish from "./dish.js";
import * as formula from "./formula.js";
import * as set from "./set.js";

const line = document.getElementById("device");
const say = (text, kind = "") => {
  line.querySelector(".text").textContent = text;
  if (kind) line.dataset.kind = kind;
};

const page = {
  program: new Program(text => say(`The program does not run: ${text}`, "failed")),
  device: { kind: "", name: "cpu", text: "the CPU" },

  // open changes the device; pictures begin anew on it.
  async open(name) {
    for (const button of document.querySelectorAll("[data-device]")) button.disabled = true;
    say(name === "cpu" ? "opening the CPU …" : "looking for a GPU …");
    try {
      use((await page.program.ask("open", { device: name })).info);
    } catch (problem) {
      if (!problem.superseded) say(`No GPU: ${problem.message}. The CPU computes.`, "cpu");
    }
    for (const button of document.querySelectorAll("[data-device]")) button.disabled = false;
  },
};

const parts = [set, dish, bodies, formula, conformance].map(part => part.start(page));

function use(device) {
  page.device = device;
  const backend = device.name === "cpu" ? "" : ` through ${device.backend}`;
  say(`${device.name.toUpperCase()}: ${device.text}${backend}${device.why ? ` · ${device.why}` : ""}`, device.kind);
  document.body.dataset.device = device.name;
  for (const button of document.querySelectorAll("[data-device]")) button.setAttribute("aria-pressed", String(button.dataset.device === device.name));
  for (const part of parts) part.changed();
}

for (const button of document.querySelectorAll("[data-device]")) button.addEventListener("click", () => page.open(button.dataset.device));

// The part in sight is marked in the navigation.
const links = new Map([...document.querySelectorAll("nav a")].map(link => [link.hash.slice(1), link]));
const mark = (link, on) => on ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current");
const watch = new IntersectionObserver(entries => {
  for (const { target, isIntersecting } of entries)
    if (isIntersecting) for (const [id, link] of links) mark(link, id === target.id);
}, { rootMargin: "-40% 0px -55% 0px" });
for (const section of document.querySelectorAll("section")) watch.observe(section);

page.program.ready.then(() => performance.mark("program ready"), () => {});

// The first picture does not wait for a GPU: the CPU draws it.
await parts[0].first();
page.open(new URLSearchParams(location.search).get("device") || "auto");
