import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Answers each request with what `create` makes of its JSON body, without a look at its path or headers, until the
 * parent process ends. It sends its URL to that process.
 */
export function serveCreating(create: (body: unknown) => Promise<object>): void {
  const server = createServer((request, response) => {
    bodyOf(request)
      .then(create)
      .then(
        (created) => {
          const text = JSON.stringify({ status: 'success', data: created });
          const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) };
          response.writeHead(201, headers).end(text);
        },
        (error: unknown) => {
          console.error(error);
          response.writeHead(500, { 'Content-Length': 0 }).end();
        },
      );
  });
  process.on('disconnect', () => process.exit());
  server.listen(0, '127.0.0.1', () => {
    process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  });
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as unknown;
}
