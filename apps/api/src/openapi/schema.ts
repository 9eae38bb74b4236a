import type { SchemaObject } from '@nestjs/swagger';

// Short forms of JSON Schema for answers.

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

export const text: SchemaObject = { type: 'string' };
export const idOf = (thing: keyof typeof EXAMPLE_IDS): SchemaObject => ({
  type: 'string',
  format: 'uuid',
  examples: [EXAMPLE_IDS[thing]],
});
/** Always in UTC and to the millisecond. */
export const dateTime = {
  type: 'string',
  format: 'date-time',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
  examples: ['2026-01-31T11:00:00.000Z'],
} as SchemaObject;
export const date = { type: 'string', format: 'date', examples: ['2026-01-31'] } as SchemaObject;
export const number: SchemaObject = { type: 'number' };
export const count: SchemaObject = { type: 'integer', minimum: 0 };
export const flag: SchemaObject = { type: 'boolean' };
export const oneOf = (...values: string[]): SchemaObject => ({ type: 'string', enum: values });
export const listOf = (items: SchemaObject): SchemaObject => ({ type: 'array', items });
export const orNull = (schema: SchemaObject): SchemaObject =>
  schema.title !== undefined
    ? { anyOf: [schema, { type: 'null' }] }
    : ({
        ...schema,
        type: [schema.type, 'null'],
        ...(schema.enum && { enum: [...(schema.enum as unknown[]), null] }),
      } as SchemaObject);

/** The meaning of a member, its unit and an example. */
export const about = (schema: SchemaObject, description: string, example?: unknown): SchemaObject => ({
  ...schema,
  description,
  ...(example !== undefined && { examples: [example] }),
});

/** Every member is present unless its name ends in `?`, and there are no others. */
export function object(members: Record<string, SchemaObject>): SchemaObject {
  const plain = (name: string) => name.replace(/\?$/, '');
  return {
    type: 'object',
    required: Object.keys(members).filter((name) => !name.endsWith('?')),
    properties: Object.fromEntries(Object.entries(members).map(([name, schema]) => [plain(name), schema])),
    additionalProperties: false,
  };
}

/** An object that becomes a component with this name. */
export const named = (
  title: string,
  description: string,
  members: Record<string, SchemaObject>,
): SchemaObject => ({ title, description, ...object(members) });

export const success = (data: SchemaObject, more: Record<string, SchemaObject> = {}): SchemaObject =>
  object({ status: oneOf('success'), data, ...more });
