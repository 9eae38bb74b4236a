import { describe, expect, it } from '@jest/globals';
import { description, escaped, problemsOfJson } from '@furrow/http/testing';

type Node = Record<string, unknown>;

/** As it is kept in docs/openapi.json, which `npm test` holds against the code. */
const document = description() as unknown as Node & {
  paths: Record<string, Record<string, Node>>;
  components: Record<string, Node>;
};

const METHODS = ['get', 'head', 'post', 'patch', 'put', 'delete'];
const operations = () =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => ({
      name: `${method} ${path}`,
      pointer: `#/paths/${escaped(path)}/${method}`,
      operation: item[method]!,
    })),
  );

/** Every member of an object schema anywhere, by where it stands. */
function* members(node: unknown, place: string): Generator<[place: string, member: Node]> {
  if (typeof node !== 'object' || node === null) return;
  const { properties } = node as { properties?: Record<string, Node> };
  if (properties && !Array.isArray(node))
    for (const [name, member] of Object.entries(properties)) yield [`${place}.${name}`, member];
  for (const [name, child] of Object.entries(node))
    if (name !== 'examples' && name !== 'example') yield* members(child, `${place}/${name}`);
}

/** What tells by itself what it may hold. */
const speaksForItself = (schema: Node): boolean =>
  'enum' in schema ||
  '$ref' in schema ||
  'anyOf' in schema ||
  'oneOf' in schema ||
  'properties' in schema ||
  ['boolean', 'array'].includes([schema['type']].flat()[0] as string);

/** Envelopes, and what every refusal has. */
const ENVELOPE = /\.(status|data|meta|record|range|filters|access|summary|code|message|error)$/;

describe('the description of the API', () => {
  it('tells of every member what it means', () => {
    const silent = [...members(document, '')]
      .filter(([, member]) => !('description' in member) && !('$ref' in member))
      .map(([place]) => place)
      .filter((place) => !ENVELOPE.test(place));
    expect(silent).toEqual([]);
  });

  it('gives an example of every value', () => {
    const without = [...members(document, '')]
      .filter(([, member]) => !speaksForItself(member) && !('examples' in member))
      .map(([place]) => place);
    expect(without).toEqual([]);
  });

  it('shows of every success in JSON a whole answer that is one', () => {
    type Content = Readonly<Record<string, { readonly example?: unknown }>>;
    const shown = operations().flatMap(({ name, pointer, operation }) =>
      Object.entries(operation['responses'] as Record<string, { readonly content?: Content }>)
        .filter(([status, { content = {} }]) => status.startsWith('2') && 'application/json' in content)
        .map(([status, { content = {} }]) => {
          const schema = `${pointer}/responses/${status}/content/application~1json/schema`;
          const example = content['application/json']?.example;
          return { name, status, problems: problemsOfJson(JSON.stringify(example ?? null), schema) };
        }),
    );
    expect(shown.length).toBeGreaterThan(20);
    expect(shown.filter(({ problems }) => problems.length > 0)).toEqual([]);
  });

  it('bounds every number and text of a body, and names the kind of the others', () => {
    const bodies = document.components['schemas'] as Record<string, Node>;
    const named = Object.entries(bodies).filter(([name]) => name.endsWith('Body'));
    const unbounded = named
      .flatMap(([name, body]) => [...members(body, name)])
      .filter(([, { type }]) => ['number', 'integer'].includes([type].flat()[0] as string))
      .filter(([, member]) => !('minimum' in member || 'exclusiveMinimum' in member))
      .map(([place]) => place);
    expect(named.length).toBeGreaterThan(5);
    expect(unbounded).toEqual([]);
  });

  it('tells of every parameter and operation what it is for, and where it belongs', () => {
    const areas = (document['tags'] as { name: string }[]).map(({ name }) => name);
    for (const { name, operation } of operations()) {
      expect([name, operation['summary']]).toEqual([name, expect.stringMatching(/\S/)]);
      expect([name, areas]).toEqual([name, expect.arrayContaining(operation['tags'] as string[])]);
      for (const parameter of (operation['parameters'] ?? []) as Node[])
        expect([name, parameter]).toEqual([
          name,
          expect.objectContaining({ description: expect.any(String) }),
        ]);
    }
  });

  it('tells of every operation which credential does, and how it refuses', () => {
    const schemes = Object.keys(document.components['securitySchemes']!);
    for (const { name, operation } of operations()) {
      const responses = operation['responses'] as Node;
      const used = ((operation['security'] ?? []) as Node[]).flatMap((each) => Object.keys(each));
      expect([name, schemes]).toEqual([name, expect.arrayContaining(used)]);
      expect([name, Object.keys(responses)]).toEqual([name, expect.arrayContaining(['500'])]);
      if (used.length > 0) expect([name, '401' in responses]).toEqual([name, true]);
    }
  });

  it('names roles and scopes', () => {
    const security = (path: string, method: string) => document.paths[path]![method]!['security'];
    expect(security('/api/control/workers', 'post')).toEqual([{ user: ['admin', 'supervisor'] }]);
    expect(security('/api/control/workers', 'get')).toEqual([{ user: [] }]);
    expect(security('/api/control/mobile/forms/getForms', 'get')).toEqual([{ mobile: [] }]);
    const scope = ['read:production'];
    expect(security('/api/control/harvest', 'get')).toEqual([{ token: scope }, { key: scope }]);
    expect(security('/api/iot/weather', 'get')).toEqual([{ key: [] }]);
  });

  it('tells of a body that comes as JSON or in parts', () => {
    const { content } = document.paths['/api/control/forms/record']!['post']!['requestBody'] as {
      content: Record<string, { schema: Node }>;
    };
    const record = { $ref: '#/components/schemas/FormRecordBody' };
    expect(content['application/json']!.schema).toEqual(record);
    expect(content['multipart/form-data']!.schema).toMatchObject({
      ...{ required: ['record'], properties: { record } },
      additionalProperties: { type: 'string', format: 'binary' },
    });
  });

  it('keeps to itself what only its builder reads', () => {
    expect(JSON.stringify(document)).not.toMatch(/x-(refuses|json-part|example-body|filled-in)/);
  });
});
