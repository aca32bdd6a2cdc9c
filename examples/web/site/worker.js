// Runs the Go program in a worker, so that the page never waits for a computation. Messages that
// come before the program is ready wait in a list.
"use strict";
importScripts("wasm_exec.js");

const early = [];
self.onmessage = event => early.push(event);

async function start() {
  // The program is compressed, whatever the server does. It is compiled while it arrives.
  const response = await fetch("program.wasm.gzip");
  if (!response.ok) throw new Error(`program.wasm.gzip: ${response.status} ${response.statusText}`);
  const bytes = response.body.pipeThrough(new DecompressionStream("gzip"));
  const program = new Response(bytes, { headers: { "Content-Type": "application/wasm" } });
  const go = new Go();
  const { instance } = await WebAssembly.instantiateStreaming(program, go.importObject);
  const done = go.run(instance);
  for (const event of early.splice(0)) self.onmessage(event);
  await done;
  throw new Error("the program ended");
}

start().catch(error => self.postMessage({ failed: String(error.message || error) }));
