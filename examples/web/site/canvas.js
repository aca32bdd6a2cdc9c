// What the pictures share: pixels on a canvas, and playing while somebody looks.

export const calm = matchMedia("(prefers-reduced-motion: reduce)");

// paint shows red, green and blue bytes; the canvas takes their size.
export function paint(canvas, { width, height }, pixels) {
  const image = new ImageData(width, height);
  const to = new Uint32Array(image.data.buffer);
  for (let i = 0, k = 0; i < to.length; i++, k += 3)
    to[i] = 0xff000000 | pixels[k + 2] << 16 | pixels[k + 1] << 8 | pixels[k];
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  canvas.getContext("2d").putImageData(image, 0, 0);
  shown(canvas);
}

// shown counts the pictures of a canvas.
export function shown(canvas) {
  canvas.dataset.pictures = Number(canvas.dataset.pictures || 0) + 1;
  if (!performance.getEntriesByName("first picture").length) performance.mark("first picture");
}

// sizeOf is how many pixels a picture has that is shown on a canvas, at most some across.
export function sizeOf(canvas, most) {
  const box = canvas.getBoundingClientRect();
  const width = Math.max(16, Math.round(Math.min(box.width * devicePixelRatio, most)));
  return { width, height: Math.max(10, Math.round(width * box.height / Math.max(box.width, 1))) };
}

export const clamp = (x, from, to) => Math.min(Math.max(x, from), to);

export const number = (x, digits = 3) => x.toLocaleString("en", { maximumSignificantDigits: digits });

// Player asks for frames one after the other, while its canvas is in sight and nobody has paused it.
export class Player {
  #frame; #seen = false; #running = false; #button;

  constructor(canvas, button, frame) {
    this.#frame = frame;
    this.#button = button;
    this.playing = !calm.matches;
    new IntersectionObserver(([entry]) => {
      this.#seen = entry.isIntersecting;
      this.run();
    }, { rootMargin: "100px" }).observe(canvas);
    document.addEventListener("visibilitychange", () => this.run());
    calm.addEventListener("change", () => this.play(!calm.matches));
    button.addEventListener("click", () => this.play(!this.playing));
    this.#label();
  }

  get seen() { return this.#seen; }

  play(on) {
    this.playing = on;
    this.#label();
    this.run();
  }

  #label() { this.#button.textContent = this.playing ? "Pause" : "Play"; }

  async run() {
    if (this.#running) return;
    this.#running = true;
    while (this.playing && this.#seen && !document.hidden) {
      await new Promise(requestAnimationFrame);
      if (!await this.#frame()) break;
    }
    this.#running = false;
  }
}
