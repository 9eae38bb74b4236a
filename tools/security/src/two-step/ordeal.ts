import { setTimeout as sleep } from 'node:timers/promises';
import type { Subject } from '../watch/subject.ts';
import { type Limits, type Observed, problemsOf, summaryOf } from '../watch/verdict.ts';
import { bestOf, blockedIn, busiestDuring, Watch } from '../watch/watch.ts';
import { within } from '../watch/process-watch.ts';
import type { Prepared } from './two-step.ts';

const LOOK_EVERY_MS = 500;

/** How long the service has for the work. */
export interface Patience {
  /** Until everything that the input causes is done. */
  readonly doneMs: number;
  /** How long a process is watched after its start. */
  readonly restartMs: number;
  /** Samples of memory, half a second apart, before it is reported as kept. */
  readonly keptLooks?: number;
}

const PATIENCE: Patience = { doneMs: 90_000, restartMs: 30_000 };

export interface Ordeal {
  readonly requests: number;
  readonly problems: readonly string[];
  /** The cost of the input, and that of the same work after the restart. */
  readonly detail: string;
}

/**
 * Sends an input and watches the service until its work is done; then sends it again, kills the service in the middle of
 * the work, starts it anew, and watches that the same work does not end or block it.
 */
export async function ordeal(
  subject: Subject,
  prepared: Prepared,
  limits: Limits,
  patience: Patience = PATIENCE,
): Promise<Ordeal> {
  let requests = 0;
  const send = async () => {
    requests += await prepared.send();
  };
  let undone: string | undefined;
  const first = await bestOf(async () => {
    const watch = await Watch.begin(subject);
    undone = await worked(watch.ended, prepared, send, patience.doneMs);
    return watch.end(undone === undefined ? limits : undefined, patience.keptLooks);
  }, limits);
  const problems = [...(undone === undefined ? [] : [undone]), ...problemsOf(first, limits)];
  for (const name of blockedIn(first, limits)) {
    const never = new Promise<never>(() => undefined);
    const busiest = await busiestDuring(subject, name, () =>
      worked(never, prepared, send, patience.restartMs),
    );
    problems.push(`${name} spent most of that time in ${busiest ?? 'no function'}`);
  }
  const details = [prepared.made, summaryOf(first)];
  try {
    const again = await bestOf(() => restarted(subject, prepared, send, patience.restartMs), limits);
    problems.push(...problemsOf(again, limits).map((problem) => `after a restart: ${problem}`));
    details.push(`after a restart ${summaryOf(again)}`);
  } catch (error) {
    const ended = Object.entries(subject.processes()).filter(([, { isRunning }]) => !isRunning);
    const causes = await Promise.all(ended.map(async ([name, { exit }]) => `${name} ended (${await exit})`));
    if (causes.length === 0) causes.push((error as Error).message);
    problems.push(...causes.map((cause) => `after a restart: ${cause}`));
  }
  return { requests, problems, detail: details.join('; ') };
}

/** @returns what was not done in time */
async function worked(
  ended: Promise<unknown>,
  { isDone }: Prepared,
  send: () => Promise<void>,
  withinMs: number,
): Promise<string | undefined> {
  const stopping = new AbortController();
  const work = async () => {
    await send();
    while (isDone !== undefined && !stopping.signal.aborted && !(await isDone().catch(() => false)))
      await sleep(LOOK_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
  };
  let failed: string | undefined;
  const working = work().catch((error: unknown) => {
    failed = `the input was not answered: ${(error as Error).message}`;
  });
  const isLate = await within(Promise.race([working, ended]), withinMs);
  stopping.abort();
  return isLate ? `its work was not done within ${withinMs / 1_000} s` : failed;
}

/** Clients and background jobs take up again what was cut off. */
async function restarted(
  subject: Subject,
  prepared: Prepared,
  send: () => Promise<void>,
  watchedMs: number,
): Promise<Observed> {
  const areRunning = Object.values(subject.processes()).every(({ isRunning }) => isRunning);
  // An answer is cut off in the middle; work in the background is only accepted.
  const sending = areRunning ? send().catch(() => undefined) : Promise.resolve();
  if (prepared.isDone !== undefined) await sending;
  await subject.restart();
  const watch = await Watch.begin(subject);
  await worked(
    watch.ended,
    prepared,
    prepared.isDone === undefined ? send : async () => undefined,
    watchedMs,
  );
  return watch.end();
}
