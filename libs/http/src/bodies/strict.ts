import type { IncomingMessage } from 'node:http';
import type { FieldProblem } from '@furrow/kernel';
import type { Schema } from '@furrow/kernel/schema';

/** RFC 7240: the client wants unknown members to be refused. */
export function isStrict({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return /(^|[,;\s])handling\s*=\s*"?strict"?\s*($|[,;\s])/i.test(String(headers['prefer'] ?? ''));
}

/** Members that a schema does not have. Finds them lazily, up to the number reported, because an item may have a million. */
export function* strangersIn(body: unknown, { properties = {} }: Schema, path = ''): Generator<FieldProblem> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
  for (const name in body) {
    const field = `${path}${name}`;
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (schema === undefined) yield { field, message: 'is not accepted here' };
    const items = schema?.items;
    const value: unknown = schema && (body as Record<string, unknown>)[name];
    if (schema?.properties) yield* strangersIn(value, schema, `${field}.`);
    if (items && Array.isArray(value))
      for (const [index, item] of value.entries()) yield* strangersIn(item, items, `${field}[${index}].`);
  }
}
