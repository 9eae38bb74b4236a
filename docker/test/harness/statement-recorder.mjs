// Preloaded into a program (NODE_OPTIONS=--import …), writes each transaction that the program commits to the file in
// FURROW_STATEMENTS, one line of JSON: its statements in order, with their values as they go over the wire. It reads the
// messages of PostgreSQL's protocol on the program's sockets, so that no version of a program has to know of it.
import { appendFileSync } from 'node:fs';
import { Socket } from 'node:net';

/** @typedef {{ sql: string, values?: (string | null | { base64: string })[], tag?: string, error?: string }} Sent */
/** @typedef {(type: string, body: Buffer) => void} Listener */

const file = process.env.FURROW_STATEMENTS ?? '';
const PROTOCOL = 196_608;
const BINARY = 1;

/** @type {WeakMap<object, (chunk: Buffer) => void>} */
const known = new WeakMap();
/** @type {(this: Socket, ...args: any[]) => boolean} */
const write = Socket.prototype.write;
Socket.prototype.write = /** @type {any} */ (
  /** @this {Socket} @param {any[]} args */
  function (...args) {
    const [data] = args;
    const take = known.get(this);
    if (take) take(data);
    else if (isStartup(data)) record(this);
    return write.apply(this, args);
  }
);

/** The first message of a connection, which has no type. @param {unknown} data */
function isStartup(data) {
  return (
    Buffer.isBuffer(data) &&
    data.length >= 8 &&
    data.readInt32BE(0) === data.length &&
    data.readInt32BE(4) === PROTOCOL
  );
}

/** @param {Socket} socket */
function record(socket) {
  /** @type {Map<string, string>} */
  const texts = new Map();
  /** @type {Sent[]} */
  const sent = [];
  /** @type {Sent[]} */
  let done = [];
  /** @type {Sent | undefined} */
  let next;
  known.set(
    socket,
    messages((type, body) => {
      if (type === 'Q') sent.push({ sql: textsIn(body)[0] ?? '' });
      if (type === 'P') texts.set(...firstTwo(body));
      if (type === 'B') next = bound(body, texts);
      if (type !== 'S') return;
      sent.push(next ?? { sql: '' });
      next = undefined;
    }),
  );
  const answered = messages((type, body) => {
    if (type === 'C' && sent[0]) sent[0].tag = textsIn(body)[0];
    if (type === 'E' && sent[0])
      sent[0].error = textsIn(body)
        .find((field) => field.startsWith('C'))
        ?.slice(1);
    if (type !== 'Z') return;
    const one = sent.shift();
    if (one) done.push(one);
    if (body.toString() !== 'I' || done.length === 0) return;
    appendFileSync(file, `${JSON.stringify(done)}\n`);
    done = [];
  });
  socket.on('data', answered);
}

/**
 * Puts chunks together to messages: a type, the length of what follows including itself, and the body.
 *
 * @param {Listener} listener
 * @returns {(chunk: Buffer) => void}
 */
function messages(listener) {
  let left = Buffer.alloc(0);
  return (chunk) => {
    left = Buffer.concat([left, chunk]);
    while (left.length >= 5 && left.length > left.readInt32BE(1)) {
      const end = 1 + left.readInt32BE(1);
      listener(left.toString('latin1', 0, 1), left.subarray(5, end));
      left = left.subarray(end);
    }
  };
}

/** The texts in a message, each of which ends with a zero. @param {Buffer} body */
function textsIn(body) {
  return body.toString().split('\0');
}

/** @param {Buffer} body @returns {[string, string]} */
function firstTwo(body) {
  const [first = '', second = ''] = textsIn(body);
  return [first, second];
}

/**
 * A portal, a statement, the formats of its values, and the values, each after its length; null has the length -1.
 *
 * @param {Buffer} body
 * @param {Map<string, string>} texts by the names of statements
 * @returns {Sent}
 */
function bound(body, texts) {
  const portalEnd = body.indexOf(0);
  const nameEnd = body.indexOf(0, portalEnd + 1);
  let at = nameEnd + 1;
  const int16 = () => body.readInt16BE((at += 2) - 2);
  const formats = Array.from({ length: int16() }, int16);
  const values = Array.from({ length: int16() }, (_, index) => {
    const length = body.readInt32BE((at += 4) - 4);
    if (length < 0) return null;
    const value = body.subarray(at, (at += length));
    const format = formats.length === 1 ? formats[0] : formats[index];
    return format === BINARY ? { base64: value.toString('base64') } : value.toString();
  });
  return { sql: texts.get(body.toString('utf8', portalEnd + 1, nameEnd)) ?? '', values };
}
