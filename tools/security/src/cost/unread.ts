import type { Host } from '../document.ts';
import { headOf } from './exchange.ts';
import { type Flood, floodCost } from './flood.ts';
import type { Ledger } from './ledger.ts';
import type { Target } from './measuring.ts';
import { type Caller, requestOf } from './requests.ts';
import type { Selection } from './selection.ts';
import { allOf, shapesFor } from './shapes-for.ts';

const CONNECTIONS = 10;
const KIB = 1_024;
/** Long answers that are not operations of docs/openapi.json. */
const DOCUMENTS = ['/docs', '/openapi.json'];
/** The request that gets the longest error from any operation. */
const WORST = 'JSON, a long path over many U+0000';
const WORST_BYTES = 15_000;
/** Operations with large answers or long errors; small ones fit into the socket buffers of a connection. */
const LARGE_ANSWERS = [
  ...['nowhere', 'token_issue', 'records_sync', 'forms_submit', 'forms_list', 'metrics_read', 'media_open'],
];

/** Sends many requests over few connections without reading the answers. */
export async function unreadCost(
  targets: Readonly<Record<Host, Target>>,
  callers: readonly Caller[],
  selection: Selection,
  ledger: Ledger,
  say: (line: string) => void,
): Promise<number> {
  let sent = 0;
  for (const caller of callersOfLarge(callers)) {
    const { name, operation } = caller;
    for (const flood of selection.floods(name, floodsOf(caller))) {
      say(`cost: ${name}, ${flood.name}`);
      await floodCost(targets[operation.host], flood, name, ledger);
      sent++;
    }
  }
  return sent;
}

/** One caller of each, because sending an answer does not depend on the credential. */
function callersOfLarge(callers: readonly Caller[]): Caller[] {
  const known = callers.filter(({ isKnown, operation: { id } }) => isKnown && LARGE_ANSWERS.includes(id));
  const byOperation = new Map(
    known.map((caller) => [`${caller.operation.id} ${caller.operation.host}`, caller]),
  );
  return [...byOperation.values()];
}

function floodsOf(caller: Caller): Flood[] {
  const { operation } = caller;
  const good = requestOf(caller, {});
  const worst = allOf(shapesFor(caller)).find(({ name }) => name === WORST);
  const documents = operation.id === 'nowhere' && operation.host === 'api' ? DOCUMENTS : [];
  return [
    ...(good.method === 'GET' ? [pipelined('good requests, unread', good)] : []),
    ...(worst ? [pipelined('bad requests, unread', requestOf(caller, worst.at(WORST_BYTES)))] : []),
    ...documents.map((path) => pipelined(`${path}, unread`, { ...good, path })),
  ];
}

function pipelined(name: string, request: Parameters<typeof headOf>[0]): Flood {
  const bytes = Buffer.concat([headOf(request), request.body ?? Buffer.alloc(0)]);
  const piece = Buffer.concat(Array.from({ length: Math.max(1, (32 * KIB) / bytes.length) }, () => bytes));
  return {
    ...{ name, connections: CONNECTIONS, isRead: false, opening: () => [], piece: () => piece },
    bytes: bytes.length > KIB ? 3_000 * KIB : 128 * KIB,
  };
}
