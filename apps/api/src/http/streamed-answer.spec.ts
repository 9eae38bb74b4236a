import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import express from 'express';
import { StreamedAnswer } from './streamed-answer.ts';

const FORM = { type: 'application/json', head: '[', between: ',' };
const BATCHES = 100;

/** Answers every request with so many batches of items of this length. */
async function serving(batches: number, items: number, length: number) {
  const item = JSON.stringify('x'.repeat(length - 2));
  const batch = Array.from({ length: items }, () => item);
  const app = express().get('/', async (_request, response) => {
    const answer = new StreamedAnswer(response, FORM);
    for (let i = 0; i < batches; i++) await answer.write(batch);
    answer.end(']');
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { port: (server.address() as AddressInfo).port, close };
}

/** Reads an answer piece by piece with pauses. */
async function readSlowly(port: number): Promise<string> {
  const [response] = (await once(get({ port, host: '127.0.0.1', agent: false }), 'response')) as [
    IncomingMessage,
  ];
  let text = '';
  for await (const piece of response) {
    text += String(piece);
    await delay(1);
  }
  return text;
}

describe('a streamed answer', () => {
  // Below, at and above what Node.js buffers for a connection and for a response.
  it.each([
    [1, 100],
    [50, 300],
    [50, 800],
    [50, 1_400],
    [50, 4_000],
    [3, 70_000],
  ])('reaches a slow reader, in batches of %i items of %i characters', async (items, length) => {
    const server = await serving(BATCHES, items, length);
    try {
      const text = await readSlowly(server.port);
      expect((JSON.parse(text) as string[]).length).toBe(BATCHES * items);
    } finally {
      server.close();
    }
  });
});
