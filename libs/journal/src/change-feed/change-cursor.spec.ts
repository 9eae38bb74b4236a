import { newId } from '@furrow/kernel';
import { describe, expect, it } from '@jest/globals';
import { isChangeCursor, readCursor, writeCursor } from './change-cursor.ts';

const EPOCH = 'e1e3b6a0-6a5e-4a52-8f0c-0a4cf3a2b1d9';
const question = ['harvest', newId(), null];
const position = { xid: 18_446_744_073_709_551_615n, id: newId() };
const cursor = writeCursor(EPOCH, position, question);

describe('a cursor', () => {
  it('returns the position that it was made of', () => {
    expect(isChangeCursor(cursor)).toBe(true);
    expect(readCursor(cursor, EPOCH, question)).toEqual(position);
  });

  it('is valid for one query only', () => {
    for (const other of [['harvest', newId(), null], ['harvest'], [...question, null]])
      expect(() => readCursor(cursor, EPOCH, other)).toThrow(
        expect.objectContaining({ code: 'cursor_mismatch' }),
      );
  });

  it('ends with its epoch', () => {
    expect(() => readCursor(cursor, newId(), question)).toThrow(
      expect.objectContaining({ code: 'cursor_expired' }),
    );
  });

  it('cannot be changed to another position', () => {
    const bytes = Buffer.from(cursor, 'base64url');
    for (const at of [9, 16, 17, 32]) {
      const bent = Buffer.from(bytes);
      bent[at]! ^= 1;
      expect(() => readCursor(bent.toString('base64url'), EPOCH, question)).toThrow(
        expect.objectContaining({ code: 'cursor_mismatch' }),
      );
    }
  });

  it.each(['', 'next', cursor.slice(1), `${cursor}A`, `${cursor}=`, `B${cursor.slice(1)}`, 7, undefined])(
    'is not %j',
    (text) => expect(isChangeCursor(text)).toBe(false),
  );
});
