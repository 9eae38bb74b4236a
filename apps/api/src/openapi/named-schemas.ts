import { textOrder } from '@furrow/kernel';
import type { OpenAPIObject } from '@nestjs/swagger';

type Node = Record<string, unknown>;

/** Moves every object with a title to the components, and replaces it by a reference. */
export function hoistNamedSchemas(document: OpenAPIObject): void {
  const { components = {} } = document;
  const found: Record<string, Node> = {};
  for (const [name, schema] of Object.entries(components.schemas ?? {})) {
    const { title: _, ...copy } = withHoistedMembers(schema as Node, found);
    found[name] = copy;
  }
  document.paths = hoisted(document.paths, found);
  components.responses = hoisted(components.responses ?? {}, found);
  components.schemas = Object.fromEntries(Object.entries(found).sort(([a], [b]) => textOrder(a, b)));
}

function hoisted<Value>(value: Value, found: Record<string, Node>): Value {
  if (Array.isArray(value)) return value.map((item: unknown) => hoisted(item, found)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const { title, ...copy } = withHoistedMembers(value as Node, found);
  if (typeof title !== 'string' || copy['type'] !== 'object')
    return (title === undefined ? copy : { title, ...copy }) as Value;
  if (found[title] !== undefined && JSON.stringify(found[title]) !== JSON.stringify(copy))
    throw new Error(`Two schemas are named ${title}`);
  found[title] = copy;
  return { $ref: `#/components/schemas/${title}` } as Value;
}

function withHoistedMembers(node: Node, found: Record<string, Node>): Node {
  return Object.fromEntries(Object.entries(node).map(([name, member]) => [name, hoisted(member, found)]));
}
