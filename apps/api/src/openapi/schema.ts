import { date, dateTime, scalar, type Schema } from '@furrow/kernel/schema';

// The vocabulary of answers.
export * from '@furrow/kernel/schema';

/** The type of an answer that the database writes as JSON, which has exactly the members that are written. */
export type WrittenAs<
  Written extends string,
  T extends Readonly<Record<Written, unknown>> & Readonly<Record<Exclude<keyof T, Written>, never>>,
> = T;

const exampleId = (last: string) => `0199c6a4-7d3b-7c52-9f0e-2b8a4d6c1e${last}`;
/** One id of each kind, so that a reader sees which ids of an answer are the same. */
export const EXAMPLE_IDS = {
  ...{ company: exampleId('01'), user: exampleId('02'), project: exampleId('03'), sector: exampleId('04') },
  ...{ worker: exampleId('05'), quality: exampleId('06'), session: exampleId('07'), record: exampleId('08') },
  ...{ form: exampleId('09'), formRecord: exampleId('0a'), task: exampleId('0b') },
  ...{ voidRecord: exampleId('0c'), response: exampleId('0d'), command: exampleId('0e') },
  correctedRecord: exampleId('9b'),
  ...{ request: exampleId('0f'), medium: exampleId('10'), treatment: exampleId('13') },
  badgeAssignment: exampleId('1b'),
  receipt: exampleId('1c'),
  ...{ shift: exampleId('11'), payRun: exampleId('12'), webhook: exampleId('14') },
  payLine: exampleId('15'),
  restDue: exampleId('1d'),
  phone: exampleId('1e'),
} as const;

const nameOfId = (thing: string) => `${thing.charAt(0).toUpperCase()}${thing.slice(1)}Id`;

export const idOf = (thing: keyof typeof EXAMPLE_IDS) =>
  scalar(nameOfId(thing), { format: 'uuid', examples: [EXAMPLE_IDS[thing]] });

/** Values that many members have: a component of the document each, by its title. */
export const SCALARS: Readonly<Record<string, Schema>> = Object.fromEntries<Schema>(
  [dateTime, date, ...(Object.keys(EXAMPLE_IDS) as (keyof typeof EXAMPLE_IDS)[]).map(idOf)].map((each) => [
    each.title ?? '',
    each,
  ]),
);
