import type { Query, QueryClient, QueryKey, QueryPersister } from '@tanstack/react-query';
import { whenIdle } from '../idle.ts';
import type { LastAnswer } from './kept-answers.ts';
import { isKept, keptMs } from './retention.ts';
import { kept, session } from '../session.ts';

/** Timers stand still while a device sleeps, so what is too old is looked for at least this often. */
const LOOKED_FOR_MS = 60_000;

interface Unwritten extends LastAnswer {
  readonly userId: string;
  readonly queryKey: QueryKey;
}

const unwritten = new Map<string, Unwritten>();
let isWriting = false;

/**
 * Stores every answer on this device, so that a page opened offline shows what was last known, and drops it when it is
 * too old (`retention.ts`), on the device and in memory. Each answer is stored separately and read when its query runs:
 * a page neither loads nor writes what it does not show.
 */
export function keepLastAnswers(queries: QueryClient): void {
  queries.getQueryCache().subscribe((event) => {
    // Data set by hand was read from this store.
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    const { queryHash, queryKey, state } = event.query as Query;
    const userId = session.caller?.userId;
    if (userId === undefined || keptMs(queryKey) === 0) return;
    unwritten.set(queryHash, { userId, queryKey, data: state.data, at: state.dataUpdatedAt });
    writeWhenIdle();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') for (const hash of unwritten.keys()) void write(hash);
    else dropOld(queries);
  });
  setInterval(() => dropOld(queries), LOOKED_FOR_MS);
  whenIdle(() => dropOld(queries));
}

/** Drops all answers in memory: they belong to a user whose session has ended. */
export function dropLastAnswers(queries: QueryClient): void {
  unwritten.clear();
  queries.clear();
}

/**
 * For a query: uses the answer of the last visit, with its age, until the server answers or fails. It is read while the
 * server is asked, because on a phone that takes as long as a request.
 */
export const withLastAnswer: QueryPersister = async (ask, context, query) => {
  const asking = Promise.resolve(ask(context));
  const { caller } = session;
  if (query.state.data !== undefined || caller === undefined) return asking;
  let isAnswered = false;
  const reading = kept.read(caller.userId, query.queryKey).then((found) => {
    if (!found || isAnswered || session.caller !== caller) return;
    query.setData(found.data, { updatedAt: found.at, manual: true });
  });
  try {
    const answer = await asking;
    isAnswered = true;
    return answer;
  } catch (error) {
    // What is kept shows beside the error.
    await reading;
    throw error;
  }
};

/** Screens that show an answer which is too old request it again. */
function dropOld(queries: QueryClient): void {
  const now = Date.now();
  void queries.resetQueries({
    predicate: ({ queryKey, state: { data, dataUpdatedAt } }) =>
      data !== undefined && keptMs(queryKey) > 0 && !isKept(queryKey, dataUpdatedAt, now),
  });
  void kept.prune();
}

/** One at a time, because copying a large answer blocks the page; user input is handled in between. */
function writeWhenIdle(): void {
  if (isWriting || unwritten.size === 0) return;
  isWriting = true;
  whenIdle(() => {
    const [hash] = unwritten.keys();
    void (hash === undefined ? Promise.resolve() : write(hash)).finally(() => {
      isWriting = false;
      writeWhenIdle();
    });
  });
}

async function write(hash: string): Promise<void> {
  const answer = unwritten.get(hash);
  unwritten.delete(hash);
  if (answer) await kept.write(answer.userId, answer.queryKey, answer);
}
