// The Go program in its worker, as a function that answers.

// Problem is what the program answers in place of a picture. from and to are bytes of a formula.
export class Problem extends Error {
  constructor(text, { from = 0, to = 0, superseded = false } = {}) {
    super(text);
    Object.assign(this, { from, to, superseded });
  }
}

export class Program {
  #worker = new Worker("worker.js");
  #waiting = new Map();
  #last = 0;

  constructor(failed = () => {}) {
    this.ready = new Promise((resolve, reject) => {
      const fail = text => {
        const problem = new Problem(text);
        for (const { reject } of this.#waiting.values()) reject(problem);
        this.#waiting.clear();
        reject(problem);
        failed(text);
      };
      this.#worker.onerror = event => fail(event.message || "the worker does not start");
      this.#worker.onmessage = ({ data }) => {
        if (data.failed) fail(data.failed);
        else if (data.ready) resolve();
        else this.#answer(JSON.parse(data.answer), data.pixels);
      };
    });
    this.ready.catch(() => {});
  }

  // ask answers with what the program knows and with its pixels. Answers before the last one go to more.
  ask(what, request = {}, more = () => {}) {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, more });
      this.#worker.postMessage(JSON.stringify({ ...request, id, do: what }));
    });
  }

  #answer(answer, pixels) {
    const asked = this.#waiting.get(answer.id);
    if (!asked) return;
    if (answer.more) return asked.more({ info: answer.info, pixels });
    this.#waiting.delete(answer.id);
    if (answer.error) asked.reject(new Problem(answer.error, answer));
    else asked.resolve({ info: answer.info, pixels });
  }

  stop() {
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(new Problem("stopped", { superseded: true }));
    this.#waiting.clear();
  }
}
