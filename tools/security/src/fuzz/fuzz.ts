import fc from 'fast-check';
import type { Check } from '@furrow/program';
import { inParallel } from '@furrow/testbed/load';
import type { Sending } from '../client.ts';
import { nameOf, type Operation, operations } from '../document.ts';
import { problemsOf } from '../inspect.ts';
import { ownRequests } from '../matrix/own-requests.ts';
import type { TwoCompanies } from '../stage/two-companies.ts';
import { requestsTo } from './requests.ts';

const SUITE = 'fuzz';
const AT_ONCE = 4;
const REPORTED_EVERY = 2_000;

interface Tally {
  asked: number;
  readonly statuses: Map<number, number>;
}

/** Sends at least this many requests, equally many to each operation, and shrinks failing ones. */
export async function fuzz(
  companies: TwoCompanies,
  { seed, requests }: { seed: number; requests: number },
  say: (line: string) => void,
): Promise<Check[]> {
  const all = operations();
  const runs = Math.ceil(requests / all.length);
  const tally: Tally = { asked: 0, statuses: new Map() };
  const report = (): void => {
    tally.asked++;
    if (tally.asked % REPORTED_EVERY === 0)
      say(`fuzz: ${tally.asked.toLocaleString('en')} of ${requests.toLocaleString('en')} requests`);
  };
  const checks: Check[] = [];
  await inParallel(all, AT_ONCE, async (operation) => {
    checks.push(await fuzzOperation(companies, operation, { seed, runs }, tally, report));
  });
  const byStatus = [...tally.statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status} × ${count}`);
  const enough =
    tally.asked >= requests
      ? []
      : [`only ${tally.asked} requests were made, because problems ended some series early`];
  const sum = {
    suite: SUITE,
    what: 'all of them',
    asked: tally.asked,
    problems: enough,
    isSum: true,
    detail: byStatus.join(', '),
  };
  return [...checks.sort((a, b) => a.what.localeCompare(b.what)), sum];
}

async function fuzzOperation(
  companies: TwoCompanies,
  operation: Operation,
  { seed, runs }: { seed: number; runs: number },
  tally: Tally,
  report: () => void,
): Promise<Check> {
  const [{ good, headers }] = await ownRequests(operation, companies);
  let asked = 0;
  const property = fc.asyncProperty(requestsTo(operation, good, headers), async (sending) => {
    asked++;
    report();
    const answer = await companies.stage.clients[operation.host].send(sending);
    tally.statuses.set(answer.status, (tally.statuses.get(answer.status) ?? 0) + 1);
    const problems = problemsOf({ operation, sending, answer }, companies.rival.secrets);
    if (problems.length > 0)
      throw new Error(`${problems.join('; ')}\n  it answered ${answer.text.slice(0, 300)}`);
  });
  const found = await fc.check(property, { seed, numRuns: runs, endOnFailure: false });
  const what = nameOf(operation);
  const [sending] = found.counterexample ?? [];
  const problems = found.failed
    ? [`${String((found.errorInstance as Error | null)?.message)}\n  to ${described(sending)}`]
    : [];
  return { suite: SUITE, what, asked, problems };
}

function described(sending: Sending | undefined): string {
  if (sending === undefined) return 'nothing';
  const { method, path, headers = {}, body = '' } = sending;
  const { authorization: _, 'x-api-key': __, 'x-iot-token': ___, ...rest } = headers;
  return `${method} ${path.slice(0, 300)} ${JSON.stringify(rest)} ${Buffer.from(body as Uint8Array)
    .toString()
    .slice(0, 500)}`;
}
