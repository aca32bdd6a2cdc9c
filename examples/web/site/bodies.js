// Bodies that attract each other: the program moves them, and the canvas shows their light.
import { Player, calm, clamp, number, shown, sizeOf } from "./canvas.js";

const colours = ["#ffb066", "#74b4ff"]; // of the two galaxies

export function start(page) {
  const section = document.getElementById("bodies");
  const canvas = section.querySelector("canvas"), facts = section.querySelector(".facts");
  let turn = { x: 0, y: 0 }, restart = false, last = null;

  const light = colours.map(colour => {
    const spot = document.createElement("canvas"), g = spot.getContext("2d");
    spot.width = spot.height = 32;
    const glow = g.createRadialGradient(16, 16, 0, 16, 16, 16);
    glow.addColorStop(0, "#fff");
    glow.addColorStop(.22, colour);
    glow.addColorStop(1, "transparent");
    g.fillStyle = glow;
    g.fillRect(0, 0, 32, 32);
    return spot;
  });

  // draw shows the bodies. Older light fades, unless the view has turned.
  function draw(fade) {
    const size = sizeOf(canvas, 1400);
    if (canvas.width !== size.width || canvas.height !== size.height) { Object.assign(canvas, size); fade = 1; }
    const g = canvas.getContext("2d"), scale = size.height / 2.5, n = last.length / 3;
    g.globalCompositeOperation = "source-over";
    g.fillStyle = `rgba(7, 9, 18, ${fade})`;
    g.fillRect(0, 0, size.width, size.height);
    g.globalCompositeOperation = "lighter";
    const [cy, sy, cx, sx] = [Math.cos(turn.x), Math.sin(turn.x), Math.cos(turn.y), Math.sin(turn.y)];
    for (let i = 0; i < n; i++) {
      const [a, b, c] = [last[3 * i], last[3 * i + 1], last[3 * i + 2]];
      const x = cy * a + sy * c, deep = cy * c - sy * a, y = cx * b - sx * deep;
      const group = i < (n + 1) / 2 ? 0 : 1, heavy = i === 0 || i === Math.floor((n + 1) / 2);
      const r = (heavy ? .055 : .014) * scale / (1 + .15 * (cx * deep + sx * b));
      g.globalAlpha = heavy ? .9 : .55;
      g.drawImage(light[group], size.width / 2 + x * scale - r, size.height / 2 - y * scale - r, 2 * r, 2 * r);
    }
    g.globalAlpha = 1;
    shown(canvas);
  }

  async function frame() {
    const gpu = page.device.kind === "gpu";
    const request = { bodies: gpu ? 1536 : 240, steps: gpu ? 2 : 1, restart };
    const again = restart;
    restart = false;
    try {
      const { info, pixels } = await page.program.ask("bodies", request);
      last = new Float32Array(pixels.buffer);
      draw(again || calm.matches ? 1 : .16);
      facts.textContent = `${info.bodies} bodies, ${number(info.bodies ** 2)} distances, ${info.launches} launches a frame, ${number(info.ms)} ms`;
    } catch (problem) {
      if (!problem.superseded) facts.textContent = problem.message;
      return false;
    }
    return true;
  }
  const player = new Player(canvas, section.querySelector("[data-do=play]"), frame);

  const rotate = (dx, dy) => {
    turn = { x: turn.x + dx, y: clamp(turn.y + dy, -1.5, 1.5) };
    if (last) draw(1);
  };
  let from = null;
  canvas.addEventListener("pointerdown", event => { canvas.setPointerCapture(event.pointerId); from = event; });
  canvas.addEventListener("pointermove", event => {
    if (!from) return;
    rotate((event.clientX - from.clientX) * .008, (event.clientY - from.clientY) * .008);
    from = event;
  });
  for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, () => { from = null; });
  canvas.addEventListener("keydown", event => {
    const by = { ArrowLeft: [-.1, 0], ArrowRight: [.1, 0], ArrowUp: [0, -.1], ArrowDown: [0, .1] }[event.key];
    if (!by) return;
    event.preventDefault();
    rotate(...by);
  });
  section.querySelector("[data-do=restart]").addEventListener("click", () => {
    restart = true;
    if (!player.playing) frame();
  });
  return { changed() { if (player.playing) player.run(); else frame(); } };
}
