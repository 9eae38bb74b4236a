import type { Socket } from 'node:net';
import type { Check } from '@furrow/program';
import { connectTo, headOf, heard } from '../cost/exchange.ts';
import { nameOf, type Operation, operations } from '../document.ts';
import type { TwoCompanies } from '../stage/two-companies.ts';
import { type AttackOptions, limitsOf, ordinaryClient, type Say } from '../watch/attack.ts';
import { within } from '../watch/process-watch.ts';
import { subjectOf } from '../watch/subject.ts';
import { problemsOf, summaryOf } from '../watch/verdict.ts';
import { bestOf, Watch } from '../watch/watch.ts';
import { requestsFor } from './requests.ts';

const STREAMS = 500;
const QUICK_STREAMS = 60;
const HELD_MS = 4_000;
const OPENED_WITHIN_MS = 30_000;
/** The one parameter that ends a stream early. */
const SECONDS = /[?&]seconds=\d+/;

/** Streams that one company opens, does not read and does not end. Exports are held open by a two-step input. */
export async function heldOpen(companies: TwoCompanies, options: AttackOptions, say: Say): Promise<Check[]> {
  const streams = operations().filter(({ answers }) => answers.includes('text/event-stream'));
  const chosen = streams.filter((operation) =>
    (options.shape ?? ['']).some((part) => nameOf(operation).includes(part)),
  );
  const checks: Check[] = [];
  for (const operation of chosen) {
    say(`loops: ${nameOf(operation)}, held open`);
    checks.push(await held(operation, companies, options));
  }
  return checks;
}

async function held(operation: Operation, companies: TwoCompanies, options: AttackOptions): Promise<Check> {
  const limits = limitsOf(options);
  const count = options.quick ? QUICK_STREAMS : STREAMS;
  const [request] = await requestsFor(operation, companies.reversed);
  const { method = '', path = '', headers = {} } = request ?? {};
  const head = headOf({ method, path: path.replace(SECONDS, ''), headers: Object.entries(headers) });
  const { url } = companies.stage[operation.host].ready;
  const observed = await bestOf(async () => {
    const watch = await Watch.begin(subjectOf(companies.stage, () => ordinaryClient(companies)));
    const sockets = await Promise.all(Array.from({ length: count }, () => open(url, head)));
    await within(watch.ended, HELD_MS);
    for (const socket of sockets) socket.destroy();
    return watch.end(limits);
  }, limits);
  return {
    ...{ suite: 'loops', what: `${nameOf(operation)}, held open`, asked: count },
    problems: problemsOf(observed, limits),
    detail: summaryOf(observed),
  };
}

/** Reads the beginning of the answer and nothing more. */
async function open(url: string, head: Buffer): Promise<Socket> {
  const socket = connectTo(url);
  socket.on('error', () => undefined); // it is closed, which is what counts
  socket.write(head);
  await heard(socket, OPENED_WITHIN_MS);
  return socket.pause();
}
