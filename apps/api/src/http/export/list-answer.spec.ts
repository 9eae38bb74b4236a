import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import type { Response } from 'express';
import { listAnswer, type ListForm } from './list-answer.ts';
import { membersOf, table } from './table.ts';

interface Tree {
  readonly tree: number;
  readonly notes: string;
}
const TREES: ListForm<Tree> = { name: 'trees', table: table(membersOf<Tree>('tree', 'notes')) };
const notes = 'x'.repeat(1_000);

it('a large batch is written completely and in order, and the event loop gets turns in between', async () => {
  const items = Array.from({ length: 2_000 }, (_, tree) => JSON.stringify({ tree, notes }));
  let turns = 0;
  const server = createServer((_, plain) => {
    const response = Object.assign(plain, { status: () => plain }) as unknown as Response;
    const answer = listAnswer(response, { format: 'csv' }, TREES);
    const count = () => {
      turns++;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    void answer.write(items).then(() => {
      clearImmediate(counting);
      answer.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const text = await (await fetch(`http://127.0.0.1:${port}`)).text();
  server.close();
  expect(text).toBe(['tree,notes', ...items.map((_, tree) => `${tree},${notes}`), ''].join('\r\n'));
  // Of two megabytes seven parts are full.
  expect(turns).toBeGreaterThanOrEqual(7);
});
