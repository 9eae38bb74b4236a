import { textOrder } from '@furrow/kernel';
import type {
  OpenAPIObject,
  OperationObject,
  PathItemObject,
  ResponseObject,
  SchemaObject,
} from '@nestjs/swagger';

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

/** Refusals with at most this many codes are named after them. */
const FEW = 3;

/** Moves every response with a body to the components; equal ones become one. */
export function hoistResponses({ paths, components = {} }: OpenAPIObject): void {
  const responses: Record<string, ResponseObject> = {};
  const names = new Map<string, string>();
  for (const operation of Object.values(paths).flatMap(operationsOf))
    for (const [status, response] of Object.entries(operation.responses as typeof responses)) {
      if (response.content === undefined) continue;
      const text = JSON.stringify(response);
      const ofCodes = nameOfCodes(response);
      const own = `${operation.operationId ?? ''}_${status}`;
      const name = names.get(text) ?? (ofCodes !== undefined && !(ofCodes in responses) ? ofCodes : own);
      names.set(text, name);
      responses[name] = response;
      operation.responses[status] = { $ref: `#/components/responses/${name}` };
    }
  components.responses = responses;
}

function nameOfCodes({ content }: ResponseObject): string | undefined {
  const { properties } = (content?.['application/json']?.schema ?? {}) as SchemaObject;
  const codes = ((properties?.['code'] as SchemaObject | undefined)?.enum ?? []) as string[];
  if (codes.length === 0 || codes.length > FEW) return undefined;
  const words = codes.map((code) =>
    code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  );
  return words.join('Or');
}

const operationsOf = (path: PathItemObject): OperationObject[] =>
  [path.get, path.post, path.patch, path.put, path.delete, path.head].filter((each) => each !== undefined);
