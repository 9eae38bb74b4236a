import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { WaitingRoom } from './waiting-room.ts';

it('lets in what fits, in the order of arrival, and everyone in the end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 5_000 })), async (sizes) => {
      const room = new WaitingRoom(4_000);
      const entered: number[] = [];
      let inside = 0;
      await Promise.all(
        sizes.map(async (size, i) => {
          await room.enter(size);
          const taken = Math.min(size + 256, 4_000);
          entered.push(i);
          expect((inside += taken)).toBeLessThanOrEqual(4_000);
          await new Promise((resolve) => setImmediate(resolve));
          inside -= taken;
          room.leave(size);
        }),
      );
      expect(entered).toEqual(sizes.map((_, i) => i));
    }),
    { numRuns: 50 },
  );
});
