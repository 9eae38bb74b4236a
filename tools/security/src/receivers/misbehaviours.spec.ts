import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { HostileReceiver } from './hostile-receiver.ts';
import { MISBEHAVIOURS } from './misbehaviours.ts';

const REQUEST = 'POST / HTTP/1.1\r\nhost: x\r\nwebhook-id: evt_1\r\ncontent-length: 0\r\n\r\n';

describe('a hostile receiver', () => {
  let receiver: HostileReceiver;
  afterEach(() => receiver.stop());

  /** Reads until it has the text, or until the connection ends. */
  async function answerOf(name: string, enough: RegExp): Promise<string> {
    receiver = await HostileReceiver.start(MISBEHAVIOURS[name] ?? (() => undefined));
    const [host, port] = receiver.host.split(':');
    const socket = connect(Number(port), host);
    const ended = once(socket, 'close').catch(() => undefined);
    socket.on('error', () => undefined);
    socket.write(REQUEST);
    let text = '';
    for (let isOver = false; !isOver && !enough.test(text);) {
      const read = once(socket, 'data').then(([chunk]: unknown[]) => {
        text += String(chunk);
      });
      isOver = await Promise.race([read.then(() => false), ended.then(() => true)]);
    }
    socket.destroy();
    return text;
  }

  it.each([
    ['101 Switching Protocols', /^HTTP\/1\.1 101 .*\r\n\r\n/s],
    ['endless 1xx', /^(?:HTTP\/1\.1 103 Early Hints\r\n\r\n){200,}/],
    ['an endless head', /^HTTP\/1\.1 200 OK\r\n(?:x: y\r\n){200,}/],
    ['a byte a second', /^HTT$/],
    ['a giant body', /^HTTP\/1\.1 200 OK\r\ncontent-length: \d{13}\r\n\r\nx{100000,}/],
    ['a reset in the middle of the head', /^HTTP\/1\.1 200 O$/],
  ])('answers with %s', async (name, answer) => {
    expect(await answerOf(name, answer)).toMatch(answer);
  });
  it('knows which deliveries have reached it', async () => {
    await answerOf('a reset in the middle of the head', /OK/);
    expect([...receiver.ids]).toEqual(['evt_1']);
  });
});
