// A faulty server with one path for each fault that the cost part must find.
import { createServer } from 'node:http';
import { createServer as createNetServer } from 'node:net';

/** Just above the bound. */
const HELD_MS = 300;
const COMPUTED_MS = 50;
const NEVER = new Int32Array(new SharedArrayBuffer(4));
const kept = [];

/** Waits without using the processor, which the tests beside it need. */
function hold() {
  Atomics.wait(NEVER, 0, 0, HELD_MS);
}

/** Uses the processor for a time within the bound. @returns how long that took in all, in milliseconds */
function compute() {
  const began = performance.now();
  const used = () => Object.values(process.threadCpuUsage()).reduce((sum, micros) => sum + micros / 1_000, 0);
  for (const until = used() + COMPUTED_MS; used() < until;);
  return performance.now() - began;
}

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  switch (request.url) {
    case '/amplifies':
      response.writeHead(400).end('x'.repeat(200_000));
      return;
    case '/computes':
      response.end(String(compute()));
      return;
    case '/holds':
      hold();
      response.end();
      return;
    case '/keeps':
      kept.push(...chunks.map((chunk) => Buffer.from(chunk)));
      response.end();
      return;
    default:
      response.writeHead(400).end('{}');
  }
});
/** Answers a byte by ten, whether or not they are read. */
const flooded = createNetServer((socket) => {
  socket.on('data', (chunk) => socket.write(Buffer.alloc(chunk.length * 10)));
  socket.on('error', () => undefined);
});

const listening = (one) =>
  new Promise((resolve) => one.listen(0, '127.0.0.1', () => resolve(one.address().port)));
const [port, floodedPort] = await Promise.all([server, flooded].map(listening));
process.send({
  ready: true,
  url: `http://127.0.0.1:${port}`,
  floodedUrl: `http://127.0.0.1:${floodedPort}`,
});
process.on('SIGTERM', () => process.exit(0));
