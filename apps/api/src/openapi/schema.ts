import { type Members, object, oneOf, type Schema, schemaOf, type ValueOf } from '@furrow/kernel/schema';

// The vocabulary of answers.
export * from '@furrow/kernel/schema';

const exampleId = (last: string) => `0199c6a4-7d3b-7c52-9f0e-2b8a4d6c1e${last}`;
/** One id of each kind, so that a reader sees which ids of an answer are the same. */
export const EXAMPLE_IDS = {
  ...{ company: exampleId('01'), user: exampleId('02'), project: exampleId('03'), sector: exampleId('04') },
  ...{ worker: exampleId('05'), quality: exampleId('06'), session: exampleId('07'), record: exampleId('08') },
  ...{ form: exampleId('09'), formRecord: exampleId('0a'), task: exampleId('0b') },
  ...{ voidRecord: exampleId('0c'), response: exampleId('0d'), command: exampleId('0e') },
  correctedRecord: exampleId('9b'),
  ...{ request: exampleId('0f'), medium: exampleId('10'), treatment: exampleId('13') },
  ...{ shift: exampleId('11'), payRun: exampleId('12'), webhook: exampleId('14') },
} as const;

export const idOf = (thing: keyof typeof EXAMPLE_IDS) =>
  schemaOf<string>({ type: 'string', format: 'uuid', examples: [EXAMPLE_IDS[thing]] });
/** Always in UTC and to the millisecond. */
export const dateTime = schemaOf<string>({
  type: 'string',
  format: 'date-time',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
  examples: ['2026-01-31T11:00:00.000Z'],
});
export const date = schemaOf<string>({ type: 'string', format: 'date', examples: ['2026-01-31'] });

const status = oneOf('success');

/** A whole answer. */
export const success = <T, const M extends Members>(
  data: Schema<T>,
  more?: M,
): Schema<{ readonly status: 'success'; readonly data: T } & ValueOf<M>> =>
  object({ status, data, ...more }) as never;
