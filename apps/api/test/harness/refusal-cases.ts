import { describe, it } from '@jest/globals';
import type { Answer } from '@furrow/testbed/system';
import { expectRefusal } from './refusal.ts';

/** A request, and its expected refusal; `facts` are members beside the code. */
export type RefusalCase = readonly [
  what: string,
  ask: () => Promise<Answer>,
  status: number,
  code: string,
  facts?: Record<string, unknown>,
];

export function describeRefusals(name: string, shape: 'A' | 'B', cases: readonly RefusalCase[]): void {
  describe(name, () => {
    it.each(cases.map(([what, ...refusal]) => ({ what, refusal })))('$what', async ({ refusal }) => {
      const [ask, status, code, facts] = refusal;
      expectRefusal(await ask(), status, shape, code, facts);
    });
  });
}
