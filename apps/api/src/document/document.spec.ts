import { describe, expect, it } from '@jest/globals';
import { description, escaped, problemsOfJson, resolved } from '@furrow/testbed/described';
import type { Schema } from '../openapi/schema.ts';
import { wholeExample } from '../openapi/whole-example.ts';

type Node = Record<string, unknown>;

/** docs/openapi.json, which `npm test` compares with the code. */
const document = description() as unknown as Node & {
  paths: Record<string, Record<string, Node>>;
  components: Record<string, Node>;
};

/** The parameters of an operation, also those that several have. */
const parametersOf = (operation: Node): Node[] =>
  ((operation['parameters'] ?? []) as Node[]).map((each) => resolved<Node>(each, '').value);

const METHODS = ['get', 'head', 'post', 'patch', 'put', 'delete'];
const operations = () =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => ({
      name: `${method} ${path}`,
      pointer: `#/paths/${escaped(path)}/${method}`,
      operation: item[method]!,
    })),
  );

/** Every member of an object schema with its location. */
function* members(node: unknown, path: string): Generator<[path: string, member: Node]> {
  if (typeof node !== 'object' || node === null) return;
  const { properties } = node as { properties?: Record<string, Node> };
  if (properties && !Array.isArray(node))
    for (const [name, member] of Object.entries(properties)) yield [`${path}.${name}`, member];
  for (const [name, child] of Object.entries(node))
    if (name !== 'examples' && name !== 'example') yield* members(child, `${path}/${name}`);
}

/** A schema with the components that it refers to in it, as readers of the document see it. */
function withComponents(schema: Schema): Schema {
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inner);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...own } = value as Node;
    const component = typeof $ref === 'string' ? resolved<Node>({ $ref }, '').value : {};
    return Object.fromEntries(
      Object.entries({ ...component, ...own }).map(([name, each]) => [name, inner(each)]),
    );
  };
  return inner(schema) as Schema;
}

/** Schemas that need no description. */
const speaksForItself = (schema: Node): boolean =>
  'enum' in schema ||
  '$ref' in schema ||
  'anyOf' in schema ||
  'oneOf' in schema ||
  'properties' in schema ||
  ['boolean', 'array'].includes([schema['type']].flat()[0] as string);

/** Envelopes, and the members of every refusal. */
const ENVELOPE = /\.(status|data|meta|record|range|filters|access|summary|code|message|error)$/;

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Every example id, with the name of its member or parameter. */
function* exampleIds(node: unknown, name: string): Generator<[name: string, id: string]> {
  if (typeof node === 'string' && UUID.test(node)) yield [name, node];
  if (typeof node !== 'object' || node === null) return;
  const named = 'in' in node && 'name' in node ? String(node.name) : undefined;
  for (const [key, child] of Object.entries(node)) {
    const isAside = Array.isArray(node) || /^(example|examples|schema|value)$/.test(key);
    yield* exampleIds(child, named ?? (isAside ? name : key));
  }
}

/** The kind of an id, by the name of its member. */
const KIND_OF: Readonly<Record<string, string>> = {
  workerids: 'workerid',
  voidsrecordid: 'record',
  formrecordid: 'record',
  sectorids: 'sector',
  recordids: 'record',
  counterrecordid: 'void',
};
const kindOf = (name: string) => {
  const plain = name.toLowerCase().replace(/_/g, '');
  return (KIND_OF[plain] ?? plain).replace(/id$/, '');
};

/** Names of TypeScript and its libraries: a generated type with such a name would hide what generated code needs. */
const NAMES_OF_TYPESCRIPT = [
  ...Object.getOwnPropertyNames(globalThis),
  ...['Record', 'Partial', 'Required', 'Readonly', 'Pick', 'Omit', 'Exclude', 'Extract', 'NonNullable'],
  ...['Parameters', 'ReturnType', 'Awaited', 'Iterable', 'PromiseLike', 'ArrayLike', 'RequestInit'],
];

describe('the OpenAPI document', () => {
  it('says in its overview which lists are paged and which are feeds, and names the idempotency keys', () => {
    const { description: overview } = document['info'] as { description: string };
    const having = (name: string) =>
      operations()
        .filter(({ operation }) => parametersOf(operation).some((each) => each['name'] === name))
        .map(({ name: operation }) => `\`${operation.replace('get ', '')}\``)
        .join(', ');
    const lineOf = (start: string) => overview.split('\n').find((line) => line.startsWith(start));
    expect(lineOf('- **Pages**')).toContain(`at most 100) on ${having('page')}.`);
    expect(lineOf('- **Feeds**')).toContain(`instead of everything: ${having('cursor')}.`);
    expect(overview).toContain('`limit` bounds a response (by default 1,000, at most 1,000)');
    const keys = [...overview.matchAll(/^\| `(\w+)` \| .* \| body/gm)].map(([, key]) => key!);
    const bodies = [
      'OpenSessionBody',
      'RecordBody',
      'RecordBody',
      'ShiftBody',
      'RecordTreatmentBody',
      'FormRecordBody',
    ].map((name) => document.components['schemas']![name] as { properties: Node; required: string[] });
    expect(keys).toEqual([
      ...['localId', 'clientEventId', 'idempotencyKey'],
      ...['clientEventId', 'clientEventId', 'clientRecordId'],
    ]);
    keys.forEach((key, at) => expect(Object.keys(bodies[at]!.properties)).toContain(key));
    expect(keys.map((key, at) => bodies[at]!.required.includes(key))).toEqual([
      ...[false, true, false, true, true, true],
    ]);
  });

  it('has no names of TypeScript types', () => {
    const schemas = Object.keys(document.components['schemas']!);
    expect(schemas.filter((name) => NAMES_OF_TYPESCRIPT.includes(name))).toEqual([]);
  });

  it('has no object whose additional members contradict its named members', () => {
    function* mixed(node: unknown, path: string): Generator<string> {
      if (typeof node !== 'object' || node === null) return;
      const { properties, additionalProperties: others } = node as Node;
      const isTyped = typeof others === 'object' && others !== null && ('type' in others || '$ref' in others);
      if (typeof properties === 'object' && isTyped) yield path;
      for (const [name, child] of Object.entries(node)) yield* mixed(child, `${path}/${name}`);
    }
    expect([...mixed(document, '')]).toEqual([]);
  });

  it('gives each kind of id one example that is used everywhere', () => {
    const named = [...exampleIds(document, '')].filter(([name]) => name !== 'id');
    const shown = named.map(([name, id]) => ({ kind: kindOf(name), id }));
    const kindsOfId = Map.groupBy(shown, ({ id }) => id);
    const idsOfKind = Map.groupBy(shown, ({ kind }) => kind);
    const distinct = (values: readonly string[]) => [...new Set(values)];
    const ofTwoKinds = [...kindsOfId].map(
      ([id, all]) => [id, distinct(all.map(({ kind }) => kind))] as const,
    );
    const ofTwoIds = [...idsOfKind].map(([kind, all]) => [kind, distinct(all.map(({ id }) => id))] as const);
    expect(ofTwoKinds.filter(([, kinds]) => kinds.length > 1)).toEqual([]);
    // Two workers share a record. Records of sessions and of forms are both named by `recordId`.
    expect(ofTwoIds.filter(([, ids]) => ids.length > 1).map(([kind]) => kind)).toEqual(['worker', 'record']);
    expect(ofTwoIds.length).toBeGreaterThan(10);
  });

  it('describes every member', () => {
    const silent = [...members(document, '')]
      .filter(([, member]) => !('description' in member) && !('$ref' in member))
      .map(([path]) => path)
      .filter((path) => !ENVELOPE.test(path));
    expect(silent).toEqual([]);
  });

  it('gives an example of every value', () => {
    const without = [...members(document, '')]
      .filter(([, member]) => !speaksForItself(member) && !('examples' in member))
      .map(([path]) => path);
    expect(without).toEqual([]);
  });

  it('gives examples of members that make a complete and valid answer of every successful JSON response', () => {
    type Content = Readonly<Record<string, { readonly schema: Schema }>>;
    const shown = operations().flatMap(({ name, pointer, operation }) =>
      Object.entries(operation['responses'] as Record<string, { readonly content?: Content }>)
        .map(([status, response]) => ({ status, ...resolved(response, `${pointer}/responses/${status}`) }))
        .filter(({ status, value }) => status.startsWith('2') && 'application/json' in (value.content ?? {}))
        .map(({ status, value: { content = {} }, pointer: path }) => {
          const example = wholeExample(withComponents(content['application/json']!.schema));
          const schema = `${path}/content/application~1json/schema`;
          return { name, status, problems: problemsOfJson(JSON.stringify(example), schema) };
        }),
    );
    expect(shown.length).toBeGreaterThan(20);
    expect(shown.filter(({ problems }) => problems.length > 0)).toEqual([]);
  });

  it('declares the schema of each code and each shared parameter once', () => {
    const { schemas, parameters } = document.components as Record<string, Record<string, Node>>;
    const codes = Object.entries(schemas!).filter(([, { allOf = [] }]) =>
      (allOf as Node[]).some(({ $ref }) => String($ref).endsWith('/ErrorB')),
    );
    expect(codes.length).toBeGreaterThan(50);
    expect(new Set(codes.map(([, schema]) => JSON.stringify(schema))).size).toBe(codes.length);
    const shared = Object.values(parameters!).map((each) => JSON.stringify(each));
    const own = operations().flatMap(({ operation }) =>
      ((operation['parameters'] ?? []) as Node[]).filter((each) => !('$ref' in each)),
    );
    const all = [...shared, ...own.map((each) => JSON.stringify(each))];
    expect(new Set(all).size).toBe(all.length);
  });

  it('bounds every number and text of a request body, and names the format of the others', () => {
    const bodies = document.components['schemas'] as Record<string, Node>;
    const named = Object.entries(bodies).filter(([name]) => name.endsWith('Body'));
    const unbounded = named
      .flatMap(([name, body]) => [...members(body, name)])
      .filter(([, { type }]) => ['number', 'integer'].includes([type].flat()[0] as string))
      .filter(([, member]) => !('minimum' in member || 'exclusiveMinimum' in member))
      .map(([path]) => path);
    expect(named.length).toBeGreaterThan(5);
    expect(unbounded).toEqual([]);
  });

  it('describes every parameter and operation and gives each operation a tag', () => {
    const areas = (document['tags'] as { name: string }[]).map(({ name }) => name);
    for (const { name, operation } of operations()) {
      expect([name, operation['summary']]).toEqual([name, expect.stringMatching(/\S/)]);
      expect([name, areas]).toEqual([name, expect.arrayContaining(operation['tags'] as string[])]);
      for (const parameter of parametersOf(operation))
        expect([name, parameter]).toEqual([
          name,
          expect.objectContaining({ description: expect.any(String) }),
        ]);
    }
  });

  it('names the credentials and the refusals of every operation', () => {
    const schemes = Object.keys(document.components['securitySchemes']!);
    for (const { name, operation } of operations()) {
      const responses = operation['responses'] as Node;
      const used = ((operation['security'] ?? []) as Node[]).flatMap((each) => Object.keys(each));
      expect([name, schemes]).toEqual([name, expect.arrayContaining(used)]);
      expect([name, Object.keys(responses)]).toEqual([name, expect.arrayContaining(['500'])]);
      if (used.length > 0) expect([name, '401' in responses]).toEqual([name, true]);
    }
  });

  it('documents the refusal of a body also where no body is expected', () => {
    const bodies = operations().filter(({ name }) => /^post /i.test(name));
    expect(bodies.length).toBeGreaterThan(10);
    const untold = bodies.filter(
      ({ operation }) => !['400', '413', '415'].every((status) => status in (operation['responses'] as Node)),
    );
    expect(untold.map(({ name }) => name)).toEqual([]);
  });

  it('names roles and scopes', () => {
    const security = (path: string, method: string) => document.paths[path]![method]!['security'];
    expect(security('/api/control/workers', 'post')).toEqual([
      { user: ['admin', 'supervisor'] },
      { console: ['admin', 'supervisor'] },
    ]);
    expect(security('/api/control/workers', 'get')).toEqual([{ user: [] }, { console: [] }]);
    expect(security('/api/control/mobile/forms/getForms', 'get')).toEqual([{ mobile: [] }]);
    const [scope, roles] = [['read:production'], ['admin', 'supervisor']];
    expect(security('/api/control/harvest', 'get')).toEqual([
      ...[{ token: scope }, { key: scope }],
      { console: roles },
    ]);
    expect(security('/api/iot/weather', 'get')).toEqual([{ key: [] }, { console: [] }]);
    expect(security('/api/console/harvest', 'get')).toEqual([{ user: roles }, { console: roles }]);
  });

  it('documents bodies that may be JSON or multipart', () => {
    const { content } = document.paths['/api/control/forms/record']!['post']!['requestBody'] as {
      content: Record<string, { schema: Node }>;
    };
    const record = { $ref: '#/components/schemas/FormRecordBody' };
    expect(content['application/json']!.schema).toEqual(record);
    expect(content['multipart/form-data']!.schema).toMatchObject({
      ...{ required: ['record'], properties: { record } },
      additionalProperties: { description: expect.stringContaining('file') },
    });
  });

  it('leaves out what only its builder reads', () => {
    expect(JSON.stringify(document)).not.toMatch(/x-(refuses|json-part|example-body|filled-in)/);
  });
});
