import { get } from 'node:http';

/** An answer read to its end, in milliseconds since it was asked for. */
export interface TimedAnswer {
  readonly milliseconds: number;
  readonly firstByte: number;
  readonly text: () => string;
}

/** Asks on a connection of its own, as a dashboard would, and keeps what comes as it comes. */
export function timedGet(url: URL, headers: Readonly<Record<string, string>>): Promise<TimedAnswer> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      let firstByte = 0;
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => {
        if (chunks.push(chunk) === 1) firstByte = performance.now() - began;
      });
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          milliseconds: performance.now() - began,
          firstByte,
          text: () => Buffer.concat(chunks).toString(),
        }),
      );
    }).on('error', reject);
  });
}
