import { get } from 'node:http';

/** A complete answer, with times in milliseconds since the request. */
export interface TimedAnswer {
  readonly milliseconds: number;
  readonly firstByte: number;
  readonly text: () => string;
}

/** Sends a request on a connection of its own, as a dashboard would, and keeps the chunks as they arrive. */
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
