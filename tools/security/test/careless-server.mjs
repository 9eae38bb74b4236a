// A service with one fault, named by FAULT, that two-step inputs and loops must find.
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { FAULT, PORT = '0', QUEUE = '' } = process.env;
/** Above the bound of a busy machine. */
const HELD_MS = 3_000;
const KEPT_BYTES = 40 * 1_048_576;
const SLOW_MS = 700;
const NEVER = new Int32Array(new SharedArrayBuffer(4));
const kept = [];
/** Of the process before; taken up when somebody looks whether it is done, so that it is watched then. */
let isTaken = existsSync(QUEUE);
let isDone = !isTaken;
let looping = 0;

/** The queue outlives the process, as a table does. */
function work() {
  if (FAULT === 'dies') process.abort();
  // Waits without using the processor, which the tests beside it need.
  if (FAULT === 'holds') Atomics.wait(NEVER, 0, 0, HELD_MS);
  if (FAULT === 'keeps') kept.push(Buffer.alloc(KEPT_BYTES, 'x'));
  isDone = FAULT !== 'never done';
}

const server = createServer((request, response) => {
  switch (request.url) {
    case '/work':
      writeFileSync(QUEUE, 'work');
      isDone = false;
      isTaken = false;
      setTimeout(work, 10);
      response.end();
      return;
    case '/done':
      if (isTaken) setTimeout(work, 10);
      isTaken = false;
      response.end(String(isDone));
      return;
    case '/loop':
      looping++;
      setTimeout(() => {
        looping--;
        response.end();
      }, 20);
      return;
    default:
      if (FAULT === 'refuses others' && looping > 0) response.writeHead(503).end('overloaded');
      else setTimeout(() => response.end(), FAULT === 'delays others' && looping > 0 ? SLOW_MS : 0);
  }
});
server.listen(Number(PORT), '127.0.0.1', () => {
  process.send({ ready: true, url: `http://127.0.0.1:${server.address().port}` });
});
process.on('SIGTERM', () => process.exit(0));
