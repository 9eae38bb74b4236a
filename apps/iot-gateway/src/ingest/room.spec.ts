import { describe, expect, it } from '@jest/globals';
import { Room } from './room.ts';

const MIB = 1_048_576;
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the room for what is not stored yet', () => {
  it('is busy with what is being stored, and full with all together', () => {
    const room = new Room();
    room.keepStoring(30 * MIB);
    expect([room.isBusy, room.isFull]).toEqual([true, false]);
    room.keepWaiting(80 * MIB);
    expect([room.isBusy, room.isFull]).toEqual([true, true]);
    room.keepStoring(-30 * MIB);
    expect([room.isBusy, room.isFull]).toEqual([false, true]);
    room.keepWaiting(-80 * MIB);
    expect([room.isBusy, room.isFull, room.bytes]).toEqual([false, false, 0]);
  });

  it('lets those who wait in by and by, so that together they never pass on much more than fits', async () => {
    const room = new Room();
    room.keepStoring(40 * MIB);
    let passed = 0;
    const connection = () => {
      if (room.isBusy) room.whenRoom(connection);
      else {
        passed++;
        setImmediate(() => room.keepStoring(MIB)); // counted only later, when it has been looked at
      }
    };
    for (let i = 0; i < 1_000; i++) room.whenRoom(connection);
    room.keepStoring(-40 * MIB);
    let most = 0;
    for (let i = 0; i < 20; i++) {
      await turn();
      most = Math.max(most, room.bytes);
    }
    expect(passed).toBeGreaterThan(0);
    expect(most).toBeLessThan(64 * MIB);
    // All of them have their turn in the end, as what came before is stored.
    for (let i = 0; i < 5_000 && passed < 1_000; i++) {
      await turn();
      room.keepStoring(-Math.min(room.bytes, 10 * MIB));
    }
    expect(passed).toBe(1_000);
  });
});
