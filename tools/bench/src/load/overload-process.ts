// A process of its own, so that sending requests takes no time from answering them.
import { type HttpAnswer, HttpConnection, postOf } from './http-connection.ts';
import { quantile, workOff } from '@furrow/testbed/load';

const TICK_MS = 2;
const CREATED = 201;
const RETRY_AFTER = /^retry-after: *\d+/im;

/** Requests that are due at even intervals, whatever became of earlier ones. */
export interface OverloadOrder {
  readonly url: string;
  readonly path: string;
  /** Requests per second. */
  readonly rate: number;
  readonly seconds: number;
  /** Bodies are serialized JSON; each is sent once, in this order. */
  readonly requests: readonly { readonly jwt: string; readonly body: string }[];
}

/** The outcome of the requests; times in milliseconds from when a request was due. */
export interface OverloadResult {
  /** Successes per second within the time in which requests were due. */
  readonly madePerSecond: number;
  readonly made: number;
  /** 503 and 429 with `Retry-After`. */
  readonly refused: number;
  /** Count of every other outcome, broken connections included. */
  readonly failed: number;
  readonly failures: Readonly<Record<string, number>>;
  readonly refusedP99: number;
  readonly slowest: number;
}

workOff(run);

/** Each due request takes an idle connection or opens another, as independent clients would. */
async function run({ url, path, rate, seconds, requests }: OverloadOrder): Promise<OverloadResult> {
  const target = new URL(url);
  const ready = requests.map(({ jwt, body }) => postOf(path, jwt, body));
  const idle: HttpConnection[] = [];
  const made: number[] = [];
  const refused: number[] = [];
  const failed: number[] = [];
  const failures: Record<string, number> = {};
  const fail = (why: string) => (failures[why] = (failures[why] ?? 0) + 1);
  const start = performance.now();

  const ask = async (request: Buffer, due: number) => {
    let answers = failed;
    try {
      let connection = idle.pop();
      while (connection?.isOpen === false) connection = idle.pop();
      connection ??= await HttpConnection.open(target);
      const answer = await connection.send(request);
      if (answer.status === CREATED) answers = made;
      else if (isRefusal(answer)) answers = refused;
      else fail(`${answer.status} ${answer.body.toString().slice(0, 100)}`);
      idle.push(connection);
    } catch (error) {
      fail((error as Error).message);
    }
    answers.push(performance.now() - due);
    if (answers === made && performance.now() - start <= seconds * 1_000) inTime++;
  };

  let inTime = 0;
  const asked: Promise<void>[] = [];
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(ready.length, Math.floor(((performance.now() - start) / 1_000) * rate));
      for (let i = asked.length; i < due; i++)
        asked.push(ask(ready[i] as Buffer, start + (i / rate) * 1_000));
      if (due < ready.length) return;
      clearInterval(timer);
      resolve();
    }, TICK_MS);
  });
  await Promise.all(asked);
  for (const connection of idle) connection.close();
  return {
    madePerSecond: inTime / seconds,
    ...{ made: made.length, refused: refused.length, failed: failed.length, failures },
    refusedP99: quantile(refused, 0.99),
    slowest: [made, refused, failed].flat().reduce((most, each) => Math.max(most, each), 0),
  };
}

function isRefusal({ status, head }: HttpAnswer): boolean {
  return (status === 503 || status === 429) && RETRY_AFTER.test(head);
}
