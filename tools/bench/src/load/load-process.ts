// A process of its own, so that sending requests takes no time from answering them.
import { workOff } from '@furrow/testbed/load';
import { HttpConnection, postOf } from './http-connection.ts';

export interface LoadOrder {
  readonly url: string;
  readonly path: string;
  /** What every answer must match, so that a server that fails quickly does not count as fast. */
  readonly expect: { readonly status: number; readonly text: string };
  /** Bodies are serialized JSON. */
  readonly clients: readonly { readonly jwt: string; readonly bodies: readonly string[] }[];
}

export interface LoadResult {
  readonly seconds: number;
}

workOff(run);

/** Each client sends its requests one after the other; the duration runs from the first request to the last answer. */
async function run({ url, path, expect, clients }: LoadOrder): Promise<LoadResult> {
  const ready = await Promise.all(
    clients.map(async ({ jwt, bodies }) => ({
      connection: await HttpConnection.open(new URL(url)),
      requests: bodies.map((body) => postOf(path, jwt, body)),
    })),
  );
  const start = performance.now();
  await Promise.all(
    ready.map(async ({ connection, requests }) => {
      for (const request of requests) {
        const { status, body } = await connection.send(request);
        if (status !== expect.status || !body.includes(expect.text))
          throw new Error(`Answered ${status} ${body.toString().slice(-500)}`);
      }
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  for (const { connection } of ready) connection.close();
  return { seconds };
}
