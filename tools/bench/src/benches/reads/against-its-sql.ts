import type pg from 'pg';
import { beginAs } from '../../bare/tenant.ts';
import { absolute, compared, type Measurement, type Target } from '../../bench.ts';
import { timedGet } from '../../load/timed-get.ts';
import { interleave } from '../../rounds.ts';
import { watchMemory } from '@furrow/testbed';
import type { RunningApi, Stage } from '../../stage/stage.ts';

export const MB = 1024 * 1024;

/** A statement of the service, with parameters built beforehand. */
export interface Statement {
  readonly text: string;
  readonly values: unknown[];
  /** How many rows it must return. */
  readonly rows?: number;
}

/** A read over HTTP, and the statements that it makes. */
export interface Read {
  readonly what: string;
  readonly rounds: number;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Rejects fast but wrong answers; called with the first one. */
  readonly check: (text: string) => void;
  readonly companyId: string;
  readonly statements: readonly Statement[];
  readonly target: Target;
}

/** Measures a read and its own statements alone, in turns. @returns its ratio, and the first bytes of its answers in ms */
export async function againstItsSql(
  stage: Stage,
  client: pg.Client,
  { what, rounds, url, headers, check, companyId, statements, target }: Read,
): Promise<{ readonly ratio: Measurement; readonly firstBytes: readonly number[] }> {
  const firstBytes: number[] = [];
  const figures = await interleave(stage, `${what}, ms`, rounds, {
    service: async (round) => {
      const { milliseconds, firstByte, text } = await timedGet(url, headers);
      if (round === 0) check(text());
      else firstBytes.push(firstByte);
      return milliseconds;
    },
    'its SQL': () => directly(client, companyId, statements),
  });
  return {
    ratio: compared(`${what} against its own SQL`, 'ms', figures.service, figures['its SQL'], target),
    firstBytes,
  };
}

/** Runs statements as the service's role, and reads all of their rows. @returns milliseconds */
async function directly(
  client: pg.Client,
  companyId: string,
  statements: readonly Statement[],
): Promise<number> {
  await client.query(beginAs(companyId));
  const began = performance.now();
  for (const { text, values, rows } of statements) {
    const { rowCount } = await client.query(text, values);
    if (rows !== undefined && rowCount !== rows) throw new Error(`${rowCount} of ${rows} rows were read`);
  }
  const milliseconds = performance.now() - began;
  await client.query('COMMIT');
  return milliseconds;
}

/**
 * Runs `work` with an API and a connection.
 * @param begin what the API does before its memory is watched
 * @returns what `work` returns, and the peak growth of the API's memory
 */
export async function withApi(
  stage: Stage,
  mostMb: number,
  work: (api: RunningApi, client: pg.Client) => Promise<Measurement[]>,
  begin?: (api: RunningApi) => Promise<void>,
): Promise<Measurement[]> {
  const api = await stage.startApi();
  const client = await stage.connect();
  await begin?.(api);
  const stopWatching = watchMemory(api, 5);
  const figures = await work(api, client);
  const { growth } = stopWatching();
  return [...figures, absolute('peak memory growth', 'MB', growth / MB, { atMost: mostMb })];
}
