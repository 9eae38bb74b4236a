// Preloaded into a program (NODE_OPTIONS=--import …), writes each transaction that the program commits to the file in
// FURROW_STATEMENTS, one line of JSON: its statements in order, with their values as they go over the wire. It listens
// beneath `pg.Client`, so that no version of a program has to know of it.
import { appendFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** @typedef {{ sql: string, values?: (string | null | { base64: string })[], tag?: string, error?: string }} Sent */

const file = process.env.FURROW_STATEMENTS ?? '';
/** @type {{ Connection: { prototype: Record<string, Function> } }} */
const pg = createRequire(process.env.FURROW_STATEMENTS_PG ?? import.meta.url)('pg');
const { Connection } = pg;

/** @type {WeakMap<object, { texts: Map<string, string>, next: Sent | undefined, sent: Sent[], done: Sent[] }>} */
const known = new WeakMap();

/** @param {any} connection */
function stateOf(connection) {
  let state = known.get(connection);
  if (state !== undefined) return state;
  const made = {
    texts: new Map(),
    next: undefined,
    sent: /** @type {Sent[]} */ ([]),
    done: /** @type {Sent[]} */ ([]),
  };
  known.set(connection, (state = made));
  connection.on('commandComplete', (/** @type {{ text: string }} */ { text }) => {
    if (made.sent[0]) made.sent[0].tag = text;
  });
  connection.on('errorMessage', (/** @type {{ code: string }} */ { code }) => {
    if (made.sent[0]) made.sent[0].error = code;
  });
  connection.on('readyForQuery', (/** @type {{ status: string }} */ { status }) => {
    const answered = made.sent.shift();
    if (answered) made.done.push(answered);
    if (status !== 'I' || made.done.length === 0) return;
    appendFileSync(file, `${JSON.stringify(made.done)}\n`);
    made.done = [];
  });
  return state;
}

/**
 * @param {string} method
 * @param {(state: ReturnType<typeof stateOf>, argument: any) => void} note
 */
function watch(method, note) {
  const original = Connection.prototype[method];
  Connection.prototype[method] = function (/** @type {any} */ argument) {
    note(stateOf(this), argument);
    return original?.call(this, argument);
  };
}

watch('query', (state, sql) => state.sent.push({ sql }));
watch('parse', (state, { name, text }) => state.texts.set(name ?? '', text));
watch('bind', (state, { statement, values = [], valueMapper }) => {
  /** @type {unknown[]} */
  const bound = valueMapper ? values.map(valueMapper) : values;
  state.next = { sql: state.texts.get(statement ?? '') ?? '', values: bound.map(portable) };
});
watch('sync', (state) => {
  state.sent.push(state.next ?? { sql: '' });
  state.next = undefined;
});

/** @param {any} value */
function portable(value) {
  if (value === null || value === undefined) return null;
  return Buffer.isBuffer(value) ? { base64: value.toString('base64') } : String(value);
}
