import type { SchemaObject } from '@nestjs/swagger';

/** A schema as `schema.ts` makes it: inline, with the examples of its members. */
type Schema = SchemaObject & { readonly examples?: readonly unknown[] };

/**
 * An example of an answer, made of the examples of its members. A member without one gets the first of its possible
 * values.
 */
export function wholeExample(schema: SchemaObject): unknown {
  const { examples, enum: values, anyOf, oneOf, allOf, type, items, properties } = schema as Schema;
  if (examples !== undefined) return examples[0];
  if (values !== undefined) return values[0];
  const [first] = (anyOf ?? oneOf ?? allOf ?? []) as SchemaObject[];
  if (first !== undefined) return wholeExample(first);
  if (type === 'array') return items === undefined ? [] : [wholeExample(items as SchemaObject)];
  if (properties !== undefined)
    return Object.fromEntries(
      Object.entries(properties).map(([name, member]) => [name, wholeExample(member as SchemaObject)]),
    );
  return type === 'boolean' ? false : {};
}
