import { textOrder } from '@furrow/kernel';
import type {
  OpenAPIObject,
  OperationObject,
  ParameterObject,
  PathItemObject,
  PathsObject,
  ReferenceObject,
  ResponseObject,
} from '@nestjs/swagger';
import { SCALARS } from './schema.ts';

type Node = Record<string, unknown>;

/** Moves every object and scalar with a title to the components, and replaces it by a reference. */
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
  const { title, ...own } = withHoistedMembers(value as Node, found);
  const component = typeof title === 'string' ? componentOf(title, own) : undefined;
  if (typeof title !== 'string' || component === undefined)
    return (title === undefined ? own : { title, ...own }) as Value;
  if (found[title] !== undefined && JSON.stringify(found[title]) !== JSON.stringify(component))
    throw new Error(`Two schemas are named ${title}`);
  found[title] = component;
  return { $ref: `#/components/schemas/${title}`, ...different(own, component) } as Value;
}

/** A scalar is a component without what a member says of it; an object is one as it is. */
function componentOf(title: string, own: Node): Node | undefined {
  const { [title]: { title: _, ...scalar } = {} } = SCALARS as Readonly<Record<string, Node>>;
  if (title in SCALARS) return scalar;
  return own['type'] === 'object' ? own : undefined;
}

/** The keywords of a schema that its component does not have. */
const different = (own: Node, component: Node) =>
  Object.fromEntries(
    Object.entries(own).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(component[name])),
  );

function withHoistedMembers(node: Node, found: Record<string, Node>): Node {
  return Object.fromEntries(Object.entries(node).map(([name, member]) => [name, hoisted(member, found)]));
}

/** Moves the parameters that several operations have to the components. */
export function hoistParameters({ paths, components = {} }: OpenAPIObject): void {
  const parameters: Record<string, ParameterObject> = {};
  const operations = operationsIn(paths);
  const uses = Map.groupBy(
    operations.flatMap((operation) => (operation.parameters ?? []) as ParameterObject[]),
    (parameter) => JSON.stringify(parameter),
  );
  const names = new Map<string, string>();
  for (const operation of operations) {
    const own = (operation.parameters ?? []) as ParameterObject[];
    operation.parameters = own.map((parameter) => {
      const text = JSON.stringify(parameter);
      if (uses.get(text)?.length === 1) return parameter;
      const plain =
        parameter.name in parameters ? `${operation.operationId}_${parameter.name}` : parameter.name;
      const name = names.get(text) ?? plain;
      names.set(text, name);
      parameters[name] = parameter;
      return { $ref: `#/components/parameters/${name}` };
    });
    if (own.length === 0) delete operation.parameters;
  }
  components.parameters = parameters;
}

/** Refusals with at most this many codes are named after them. */
const FEW = 3;

/** Moves every response with a body to the components; equal ones become one. */
export function hoistResponses({ paths, components = {} }: OpenAPIObject): void {
  const responses: Record<string, ResponseObject> = {};
  const names = new Map<string, string>();
  for (const operation of operationsIn(paths))
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

/** The names of the schemas of a refusal, if they are few. */
function nameOfCodes({ content }: ResponseObject): string | undefined {
  const { $ref, oneOf = [] } = (content?.['application/json']?.schema ?? {}) as Partial<Refused>;
  const names = ($ref === undefined ? oneOf.map((each) => each.$ref) : [$ref]).filter(
    (name) => name !== undefined,
  );
  return names.length === 0 || names.length > FEW
    ? undefined
    : names.map((name) => name.split('/').at(-1)).join('Or');
}

/** The schema of a refusal. A success with alternatives has no references in them. */
type Refused = ReferenceObject & { readonly oneOf: readonly Partial<ReferenceObject>[] };

const operationsIn = (paths: PathsObject): OperationObject[] => Object.values(paths).flatMap(operationsOf);

const operationsOf = (path: PathItemObject): OperationObject[] =>
  [path.get, path.post, path.patch, path.put, path.delete, path.head].filter((each) => each !== undefined);
