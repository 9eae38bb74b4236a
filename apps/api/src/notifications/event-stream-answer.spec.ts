import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FarmEvent } from '@furrow/notifications/domain';
import { expect, it } from '@jest/globals';
import type { Response } from 'express';
import { EventStreamAnswer } from './event-stream-answer.ts';

const EVENT: FarmEvent = {
  ...{ id: 'evt_1_1_0', companyId: 'acme', userId: null, type: 'worker.created' },
  ...{ timestamp: '2026-03-01T08:00:00.000Z', data: { workerId: 'x'.repeat(1_000) } },
};

it('a listener that does not read is disconnected and delays nobody', async () => {
  const answers: { answer: EventStreamAnswer; response: Response }[] = [];
  const server = createServer((_, plain) => {
    const response = Object.assign(plain, { status: () => plain }) as unknown as Response;
    const answer = new EventStreamAnswer(response, () => new Date());
    answer.open();
    answers.push({ answer, response });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const opened = async () => (await once(get(url, { agent: false }), 'response'))[0] as IncomingMessage;
  const [slow, reader] = [await opened(), await opened()];
  slow.pause();
  slow.on('error', () => undefined);
  let bytes = 0;
  reader.on('data', (chunk: Buffer) => (bytes += chunk.length));

  const events = Array.from({ length: 100 }, () => EVENT);
  let sent = 0;
  for (; !answers[0]?.response.destroyed; sent++) {
    // The kernel buffers some megabytes for the slow listener.
    expect(sent).toBeLessThan(1_000);
    for (const { answer } of answers) answer.send(events);
    expect(await answers[1]?.answer.room()).toBe(true);
    await new Promise(setImmediate);
  }
  expect(await answers[0]?.answer.room()).toBe(false);
  answers[1]?.answer.end();
  await once(reader, 'end');
  expect(bytes).toBeGreaterThan(sent * 100_000);
  server.close();
  server.closeAllConnections();
});
