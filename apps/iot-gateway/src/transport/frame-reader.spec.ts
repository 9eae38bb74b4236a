import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as ws from 'ws';
import { FrameReader } from './frame-reader.ts';

interface FrameParts {
  readonly first: number;
  readonly payload: Uint8Array;
  readonly mask: Uint8Array | undefined;
}

function frame({ first, payload, mask }: FrameParts): Buffer {
  const { length } = payload;
  const isMasked = mask ? 0x80 : 0;
  const head =
    length < 126
      ? [first, isMasked | length]
      : length <= 0xffff
        ? [first, isMasked | 126, length >> 8, length & 0xff]
        : [first, isMasked | 127, 0, 0, 0, 0, 0, length >> 16, (length >> 8) & 0xff, length & 0xff];
  const body = mask ? payload.map((byte, i) => byte ^ mask[i & 3]!) : payload;
  return Buffer.concat([Buffer.from(head), mask ?? Buffer.alloc(0), body]);
}

const MASK = Uint8Array.of(0xa5, 0, 0x5a, 0xff);
const binary = (text: string, mask: Uint8Array | undefined = MASK) =>
  frame({ first: 0x82, payload: Buffer.from(text), mask });
const ping = frame({ first: 0x89, payload: Buffer.from('?'), mask: MASK });

/** The receiver of ws. */
const { Receiver } = ws as unknown as {
  Receiver: new (options: { isServer: boolean; maxPayload: number }) => Writable;
};

/** What ws emits for its input until it is closed. */
class Heard {
  readonly said: string[] = [];
  readonly receiver = new Receiver({ isServer: true, maxPayload: 200_000 });
  #isOver = false;

  constructor() {
    const { receiver } = this;
    receiver.on('message', (data: Buffer, isBinary: boolean) => this.say(isBinary ? 'binary' : 'text', data));
    receiver.on('ping', (data: Buffer) => this.say('ping', data));
    receiver.on('pong', (data: Buffer) => this.say('pong', data));
    receiver.on('conclude', () => (this.#isOver = true));
    receiver.on('error', () => (this.#isOver = true));
  }

  say(what: string, data: Buffer): void {
    if (!this.#isOver) this.said.push(`${what} ${data.toString('hex')}`);
  }
}

/** A reader between a network and ws. */
function between() {
  const network = new EventEmitter();
  const heard = new Heard();
  const toWs: Buffer[] = [];
  network.on('data', (chunk: Buffer) => {
    toWs.push(Buffer.from(chunk));
    heard.receiver.write(chunk);
  });
  const reader = new FrameReader(network as Socket, (message) => heard.say('binary', message));
  return { reader, toWs, said: heard.said };
}

describe('the frame reader', () => {
  it('extracts complete binary messages, with any mask or a mask of zeros', () => {
    const { reader, toWs, said } = between();
    const long = 'x'.repeat(300);
    reader.take(Buffer.concat([binary('a'), binary('', Buffer.alloc(4)), binary(long), binary('b')]));
    expect([said, toWs]).toEqual([
      ['a', '', long, 'b'].map((text) => `binary ${Buffer.from(text).toString('hex')}`),
      [],
    ]);
  });

  it('passes everything else to ws, completely', () => {
    for (const other of [
      ping,
      frame({ first: 0x81, payload: Buffer.from('text'), mask: MASK }),
      frame({ first: 0xc2, payload: Buffer.from('compressed'), mask: MASK }),
      frame({ first: 0x82, payload: Buffer.from('unmasked'), mask: undefined }),
      frame({ first: 0x88, payload: Buffer.from([0x03, 0xe8]), mask: MASK }),
    ]) {
      const { reader, toWs } = between();
      reader.take(Buffer.concat([binary('before'), other]));
      expect(Buffer.concat(toWs)).toEqual(other);
      expect(reader.unfinishedBytes).toBe(0);
    }
  });

  it('extracts none between the frames of a fragmented message', () => {
    const { reader, said } = between();
    const part = (first: number) => frame({ first, payload: Buffer.from('p'), mask: MASK });
    reader.take(Buffer.concat([part(0x02), ping]));
    expect(reader.unfinishedBytes).toBe(part(0x02).length + ping.length);
    reader.take(part(0x00));
    reader.take(Buffer.concat([part(0x80), binary('z')]));
    expect(said).toEqual(['ping 3f', 'binary 707070', 'binary 7a']);
    expect(reader.unfinishedBytes).toBe(0);
  });

  it('passes all that follows a frame that can be invalid in one piece', () => {
    const { reader, toWs } = between();
    const begun = frame({ first: 0x02, payload: Buffer.from('p'), mask: MASK });
    const empty = frame({ first: 0x00, payload: Buffer.alloc(0), mask: MASK });
    const rest = Buffer.concat([begun, ...Array.from({ length: 1_000 }, () => empty)]);
    reader.take(Buffer.concat([binary('before'), rest]));
    expect(toWs).toEqual([rest]);
    expect(reader.unfinishedBytes).toBe(rest.length);
  });

  it('reports how much of an incomplete message has arrived', () => {
    const { reader } = between();
    const whole = binary('x'.repeat(100_000));
    reader.take(whole.subarray(0, 65_536));
    expect(reader.unfinishedBytes).toBe(65_536);
    reader.take(whole.subarray(65_536, -1));
    expect(reader.unfinishedBytes).toBe(whole.length - 1);
    reader.take(whole.subarray(-1));
    expect(reader.unfinishedBytes).toBe(0);
  });

  it('behaves like ws alone, however the frames are built and cut', async () => {
    const payload = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.uint8Array({ minLength: 125, maxLength: 127 }),
    );
    const mask = fc.option(fc.uint8Array({ minLength: 4, maxLength: 4 }), { nil: undefined, freq: 40 });
    const first = fc.oneof(
      { weight: 5, arbitrary: fc.constant(0x82) },
      fc.constantFrom(0x02, 0x00, 0x80, 0x81, 0x89, 0x8a, 0x88, 0xc2, 0x92, 0x83),
    );
    const frames = fc.array(fc.record({ first, payload, mask }), { maxLength: 12 });
    const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 50 });
    await fc.assert(
      fc.asyncProperty(frames, cuts, async (parts, sizes) => {
        const bytes = Buffer.concat(parts.map(frame));
        const alone = new Heard();
        const { reader, said } = between();
        for (let at = 0, i = 0; at < bytes.length; i++) {
          const end = at + (sizes[i] ?? bytes.length);
          alone.receiver.write(Buffer.from(bytes.subarray(at, end)));
          reader.take(Buffer.from(bytes.subarray(at, end)));
          await turn(); // in which ws reports errors
          at = end;
        }
        expect(said).toEqual(alone.said);
      }),
      { numRuns: 300 },
    );
  });
});
