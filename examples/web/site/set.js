// The explorer of the Mandelbrot set. The old picture moves at once; the program draws new ones,
// coarse ones first.
import { clamp, number, paint, shown, sizeOf } from "./canvas.js";

const whole = { x: -.7, y: 0, across: 3.9 };
const narrowest = 1e-4; // the pixels of a narrower view are the same float32

export function start(page) {
  const section = document.getElementById("set");
  const canvas = section.querySelector("canvas"), facts = section.querySelector(".facts");
  const picture = document.createElement("canvas");
  let view = { ...whole }, drawn = view, pending = 0;

  const steps = () => Math.round(160 + 55 * Math.max(0, Math.log2(whole.across / view.across)));

  // compose draws the last picture where the view is now.
  function compose() {
    const { width, height } = sizeOf(canvas, 1600);
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const g = canvas.getContext("2d"), scale = drawn.across / view.across;
    g.fillStyle = "#0b1026";
    g.fillRect(0, 0, width, height);
    const w = width * scale, h = w * picture.height / Math.max(picture.width, 1);
    g.imageSmoothingQuality = "high";
    if (picture.width) g.drawImage(picture, width / 2 + (drawn.x - view.x) / view.across * width - w / 2, height / 2 - (drawn.y - view.y) / view.across * width - h / 2, w, h);
  }

  async function draw(coarse = page.device.kind === "gpu" ? [2, 1] : [8, 2, 1], times = steps()) {
    const asked = { ...view };
    const show = ({ info, pixels }) => {
      paint(picture, info, pixels);
      drawn = asked;
      compose();
      shown(canvas);
      facts.textContent = `${number(asked.x, 7)} + ${number(asked.y, 7)} i, ${number(asked.across)} across · ${info.width} × ${info.height}, ${times} steps, ${info.launches} launches, ${number(info.ms)} ms`;
    };
    const kind = page.device.kind;
    try {
      show(await page.program.ask("set", { ...sizeOf(canvas, kind === "gpu" ? 1600 : 640), ...asked, steps: times, coarse }, show));
      if (coarse.at(-1) === 1) canvas.dataset.across = asked.across;
      if (asked.across <= narrowest * 1.01) facts.textContent += " · here float32 ends";
    } catch (problem) {
      if (!problem.superseded) facts.textContent = problem.message;
    }
  }

  // move shows another view now, and has it drawn when the hand rests.
  function move(next) {
    view = { x: clamp(next.x, -3, 3), y: clamp(next.y, -2.5, 2.5), across: clamp(next.across, narrowest, 8) };
    compose();
    clearTimeout(pending);
    pending = setTimeout(() => draw(), 40);
  }

  // zoom keeps a point of the canvas, in parts of its width from the middle, where it is.
  function zoom(factor, dx = 0, dy = 0) {
    const across = clamp(view.across * factor, narrowest, 8);
    move({ x: view.x + dx * (view.across - across), y: view.y - dy * (view.across - across), across });
  }

  const at = event => {
    const box = canvas.getBoundingClientRect();
    return { x: (event.clientX - box.left - box.width / 2) / box.width, y: (event.clientY - box.top - box.height / 2) / box.width };
  };
  canvas.addEventListener("wheel", event => {
    event.preventDefault();
    const p = at(event), lines = event.deltaY * (event.deltaMode ? 30 : 1);
    zoom(Math.exp(clamp(lines, -300, 300) * .002), p.x, p.y);
  }, { passive: false });

  const fingers = new Map();
  canvas.addEventListener("pointerdown", event => {
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, at(event));
  });
  canvas.addEventListener("pointermove", event => {
    if (!fingers.has(event.pointerId)) return;
    const middle = () => {
      const all = [...fingers.values()], n = all.length;
      const x = all.reduce((s, p) => s + p.x, 0) / n, y = all.reduce((s, p) => s + p.y, 0) / n;
      return { x, y, wide: n > 1 ? Math.hypot(all[0].x - all[1].x, all[0].y - all[1].y) : 1 };
    };
    const before = middle();
    fingers.set(event.pointerId, at(event));
    const after = middle();
    const across = clamp(view.across * before.wide / Math.max(after.wide, 1e-3), narrowest, 8);
    move({ x: view.x + before.x * view.across - after.x * across, y: view.y - before.y * view.across + after.y * across, across });
  });
  for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, event => fingers.delete(event.pointerId));
  canvas.addEventListener("dblclick", event => zoom(.4, at(event).x, at(event).y));

  const keys = {
    "+": () => zoom(.7), "=": () => zoom(.7), "-": () => zoom(1 / .7), "0": () => move(whole), Home: () => move(whole),
    ArrowLeft: () => move({ ...view, x: view.x - .1 * view.across }), ArrowRight: () => move({ ...view, x: view.x + .1 * view.across }),
    ArrowUp: () => move({ ...view, y: view.y + .1 * view.across }), ArrowDown: () => move({ ...view, y: view.y - .1 * view.across }),
  };
  canvas.addEventListener("keydown", event => {
    const key = keys[event.key];
    if (!key || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    key();
  });
  const buttons = { in: () => zoom(.5), out: () => zoom(2), home: () => move(whole) };
  for (const [name, press] of Object.entries(buttons)) section.querySelector(`[data-do=${name}]`).addEventListener("click", press);

  let width = canvas.clientWidth;
  new ResizeObserver(() => {
    if (canvas.clientWidth === width) return;
    width = canvas.clientWidth;
    move(view);
  }).observe(canvas);
  return { changed: () => draw(), first: () => draw([8], 48) };
}
