import { quantile } from '@furrow/testbed/load';
import type { RunningApi } from '../stage/stage.ts';
import { getOf, HttpConnection } from './http-connection.ts';

/** Milliseconds of each GET, one after the other on a connection of their own, until there are enough. */
export async function latencies(
  api: RunningApi,
  jwt: string,
  {
    path,
    isEnough,
    text = '',
  }: {
    readonly path: (call: number) => string;
    readonly isEnough: (calls: number) => boolean;
    /** What every answer must have. */
    readonly text?: string;
  },
): Promise<number[]> {
  const connection = await HttpConnection.open(api.url);
  const times: number[] = [];
  while (!isEnough(times.length)) {
    const began = performance.now();
    const { status, body } = await connection.send(getOf(path(times.length), jwt));
    times.push(performance.now() - began);
    if (status !== 200 || !body.includes(text))
      throw new Error(`Answered ${status} ${body.toString().slice(0, 500)}`);
  }
  connection.close();
  return times;
}

export const p99 = (times: readonly number[]): number => quantile(times, 0.99);
