import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DomainError, ValidationFailed } from '@furrow/kernel';
import { errorBody, type ErrorShape, MAX_ERROR_BYTES } from './error-body.ts';
import { parseJsonBody } from '../bodies/json-body.ts';

const bytesOf = (refusal: DomainError, shape: ErrorShape = 'B') =>
  Buffer.byteLength(JSON.stringify(errorBody(shape, 400, refusal)));
const problems = (count: number, field = 'notes') =>
  Array.from({ length: count }, (_, i) => ({ field: `${field}[${i}]`, message: 'is wrong' }));

/** All kinds of texts by their size in JSON: escapes, quotes, lone surrogates, characters of 1 to 4 bytes. */
const hostileText = fc
  .tuple(
    fc.constantFrom('\u0000', '\u0001', '"', '\\', '\ud800', 'é', '漢', '🍒', '\u2028', 'a', '%', '\u0301'),
    fc.integer({ min: 0, max: 20_000 }),
  )
  .map(([unit, length]) => unit.repeat(length));

class Foreseen extends DomainError {
  override readonly code = 'foreseen';
}

describe('an error body', () => {
  it('lists each problem and, in shape B, has a sentence for it', () => {
    const refusal = new ValidationFailed([
      { field: 'notes', message: 'is required' },
      { field: 'bonus.value', message: 'must be a number of at least 0' },
    ]);
    const details = refusal.details;
    const { message, code } = refusal;
    expect(errorBody('A', 400, refusal)).toEqual({ error: 'Bad Request', message, code, details });
    const error = 'notes: is required; bonus.value: must be a number of at least 0';
    expect(errorBody('B', 400, refusal)).toEqual({ status: 'error', message, error, code, details });
  });

  it('lists 100 problems, and says that there are more if there are 101', () => {
    const all = errorBody('B', 400, new ValidationFailed(problems(100)));
    expect(all['details']).toHaveLength(100);
    expect(all).not.toHaveProperty('moreProblems');
    const some = errorBody('A', 400, new ValidationFailed(problems(101)));
    expect(some['details']).toEqual(problems(100));
    expect(some).toMatchObject({ moreProblems: true, message: expect.stringMatching(/Only the first 100/) });
  });

  it('says so as well if fewer fit', () => {
    const { details, moreProblems } = errorBody(
      'B',
      400,
      new ValidationFailed(problems(100, '漢'.repeat(300))),
    );
    expect((details as unknown[]).length).toBeLessThan(100);
    expect(moreProblems).toBe(true);
  });

  it('has at most 64 kB, for any problems', () => {
    const shape = fc.constantFrom<ErrorShape>('A', 'B');
    const wrong = fc.record({ field: hostileText, message: hostileText });
    fc.assert(
      fc.property(
        shape,
        fc.array(wrong, { maxLength: 5 }),
        fc.integer({ min: 1, max: 60 }),
        (shape, some, times) => {
          const details = Array.from({ length: times }, () => some).flat();
          expect(bytesOf(new ValidationFailed(details), shape)).toBeLessThanOrEqual(MAX_ERROR_BYTES);
        },
      ),
      { numRuns: 200 },
    );
    const facts = fc.dictionary(
      fc.string({ maxLength: 20 }),
      fc.oneof(hostileText, fc.array(hostileText), fc.nat()),
    );
    fc.assert(
      fc.property(shape, hostileText, facts, (shape, message, facts) => {
        expect(bytesOf(new Foreseen(message, facts), shape)).toBeLessThanOrEqual(MAX_ERROR_BYTES);
      }),
      { numRuns: 200 },
    );
  });

  it('has at most 64 kB for any JSON, and stops searching when it is full', () => {
    const json = fc.oneof(
      fc.json({ depthSize: 'large', maxDepth: 70 }),
      // Many problems, some of them of fields with long names.
      fc
        .record({
          name: hostileText,
          times: fc.integer({ min: 1, max: 3_000 }),
          depth: fc.integer({ min: 0, max: 70 }),
        })
        .map(({ name, times, depth }) => {
          let value: unknown = Array.from({ length: times }, () => '\u0000');
          for (let i = 0; i < depth; i++)
            value = i % 2 === 0 ? { [name.slice(0, 300)]: value } : [value, value];
          return depth > 20 ? JSON.stringify({ a: '\n', b: 1 }) : JSON.stringify({ [name]: value });
        }),
    );
    fc.assert(
      fc.property(json, (text) => {
        const refused = refusalOf(text);
        if (refused === undefined) return;
        expect(bytesOf(refused)).toBeLessThanOrEqual(MAX_ERROR_BYTES);
        if (refused instanceof ValidationFailed) expect(refused.details.length).toBeLessThanOrEqual(101);
      }),
      { numRuns: 60 },
    );
  });
});

function refusalOf(text: string): DomainError | undefined {
  try {
    const { problems: found } = parseJsonBody(Buffer.from(text));
    return found.length > 0 ? new ValidationFailed(found) : undefined;
  } catch (error) {
    return error as DomainError;
  }
}
