import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { itemsOf, MAX_PAYLOAD_BYTES } from './payload.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (payload: Uint8Array) => {
  const answer = itemsOf(payload);
  return 'problem' in answer ? answer.problem.code : answer.items;
};

describe('a payload', () => {
  it('is one object, or a list of up to 1,000', () => {
    expect(read(bytes('{"te":1}'))).toEqual([{ te: 1 }]);
    expect(read(bytes(' [{"te":1},2] '))).toEqual([{ te: 1 }, 2]);
    expect(read(bytes('[]'))).toEqual([]);
    expect(read(bytes(JSON.stringify(Array(1_000).fill(0))))).toHaveLength(1_000);
    expect(read(bytes(JSON.stringify(Array(1_001).fill(0))))).toBe('too_many_items');
  });

  it.each(['', ' ', '{', '{"te":1}{', 'nul', '{te:1}', '\ufeff{}', '[1,]', '"\u0001"'])(
    'cannot be: %j',
    (text) => expect(read(bytes(text))).toBe('malformed_json'),
  );

  it.each([
    [[0xff]],
    [[0x22, 0xc0, 0x80, 0x22]],
    [[0x22, 0xed, 0xa0, 0x80, 0x22]],
    [[0x22, 0xf0, 0x9f, 0x8c, 0x22]],
  ])('must be UTF-8: %j', (payload) => expect(read(Uint8Array.from(payload))).toBe('malformed_json'));

  it('has a limited size and depth', () => {
    expect(read(new Uint8Array(MAX_PAYLOAD_BYTES).fill(0x20))).toBe('malformed_json');
    expect(read(new Uint8Array(MAX_PAYLOAD_BYTES + 1))).toBe('payload_too_large');
    expect(read(new Uint8Array(MAX_PAYLOAD_BYTES).fill(0x5b))).toBe('payload_too_deep');
    expect(read(bytes(`${'['.repeat(17)}${']'.repeat(17)}`))).toBe('payload_too_deep');
    expect(read(bytes(`${'['.repeat(16)}${']'.repeat(16)}`))).toHaveLength(1);
    expect(read(bytes(`{"note":"${'[{'.repeat(100)}\\""}`))).toHaveLength(1);
  });

  it('never throws, for any bytes', () => {
    const json = fc.jsonValue().map((value) => bytes(JSON.stringify(value)));
    const broken = fc.tuple(json, fc.nat(), fc.nat(255)).map(([payload, at, byte]) => {
      const copy = payload.slice();
      if (copy.length > 0) copy[at % copy.length] = byte;
      return copy;
    });
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), json, broken), (payload) => {
        const answer = itemsOf(payload);
        expect('problem' in answer || Array.isArray(answer.items)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});
