// Two substances that react, stirred by the pointer.
import { Player, clamp, number, paint, sizeOf } from "./canvas.js";

export function start(page) {
  const section = document.getElementById("dish");
  const canvas = section.querySelector("canvas"), facts = section.querySelector(".facts");
  let touch = null, restart = false, drop = { x: .5, y: .5 }, size = null;

  async function frame() {
    const gpu = page.device.kind === "gpu";
    size ??= sizeOf(canvas, gpu ? 640 : 224);
    const request = { ...size, steps: gpu ? 16 : 6, restart };
    if (touch) request.touch = { x: Math.round(touch.x * size.width), y: Math.round(touch.y * size.height), radius: Math.max(3, Math.round(size.width / 60)) };
    restart = false;
    if (touch && !touch.held) touch = null;
    try {
      const { info, pixels } = await page.program.ask("dish", request);
      paint(canvas, info, pixels);
      facts.textContent = `${info.width} × ${info.height}, ${info.launches} launches a frame, ${number(info.ms)} ms`;
    } catch (problem) {
      if (!problem.superseded) facts.textContent = problem.message;
      return false;
    }
    return true;
  }
  const player = new Player(canvas, section.querySelector("[data-do=play]"), frame);

  const at = event => {
    const box = canvas.getBoundingClientRect();
    return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
  };
  const pour = (where, held) => {
    touch = { ...where, held };
    if (!player.playing) frame();
  };
  canvas.addEventListener("pointerdown", event => {
    canvas.setPointerCapture(event.pointerId);
    pour(at(event), true);
  });
  canvas.addEventListener("pointermove", event => { if (touch?.held) pour(at(event), true); });
  for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, () => { if (touch) touch.held = false; });
  canvas.addEventListener("keydown", event => {
    const by = { ArrowLeft: [-.05, 0], ArrowRight: [.05, 0], ArrowUp: [0, -.05], ArrowDown: [0, .05] }[event.key];
    if (by) drop = { x: clamp(drop.x + by[0], 0, 1), y: clamp(drop.y + by[1], 0, 1) };
    else if (event.key !== " ") return;
    event.preventDefault();
    pour(drop, false);
  });
  section.querySelector("[data-do=restart]").addEventListener("click", () => {
    restart = true;
    if (!player.playing) frame();
  });
  return { changed() { size = null; if (player.playing) player.run(); else frame(); } };
}
