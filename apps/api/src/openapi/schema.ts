import type { SchemaObject } from '@nestjs/swagger';

// JSON Schema in few words, for what the service answers.

export const text: SchemaObject = { type: 'string' };
export const id: SchemaObject = { type: 'string', format: 'uuid' };
export const dateTime: SchemaObject = { type: 'string', format: 'date-time' };
export const date: SchemaObject = { type: 'string', format: 'date' };
export const number: SchemaObject = { type: 'number' };
export const count: SchemaObject = { type: 'integer', minimum: 0 };
export const flag: SchemaObject = { type: 'boolean' };
export const oneOf = (...values: string[]): SchemaObject => ({ type: 'string', enum: values });
export const listOf = (items: SchemaObject): SchemaObject => ({ type: 'array', items });
export const orNull = (schema: SchemaObject): SchemaObject =>
  ({
    ...schema,
    type: [schema.type, 'null'],
    ...(schema.enum && { enum: [...(schema.enum as unknown[]), null] }),
  }) as SchemaObject;

/** Every member is there unless its name ends in `?`, and no others are. */
export function object(members: Record<string, SchemaObject>, description?: string): SchemaObject {
  const plain = (name: string) => name.replace(/\?$/, '');
  return {
    type: 'object',
    ...(description && { description }),
    required: Object.keys(members).filter((name) => !name.endsWith('?')),
    properties: Object.fromEntries(Object.entries(members).map(([name, schema]) => [plain(name), schema])),
    additionalProperties: false,
  };
}

export const success = (data: SchemaObject, more: Record<string, SchemaObject> = {}): SchemaObject =>
  object({ status: oneOf('success'), data, ...more });
