import { Problems, strangersIn } from '@furrow/http';
import { type FieldProblem, isInstantText, ValidationFailed } from '@furrow/kernel';
import { type Schema, text, within } from '@furrow/kernel/schema';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';

// Without the schema of schemas, whose compilation would take an eighth of the start: each keyword checks its own value.
const ajv = new Ajv({
  allErrors: true,
  verbose: true,
  allowUnionTypes: true,
  meta: false,
  validateSchema: false,
});
ajv.addKeyword({
  keyword: 'x-decimals',
  type: 'number',
  schemaType: 'number',
  validate: (decimals: number, value: number) => Number(value.toFixed(decimals)) === value,
});
ajv.addFormat('date-time', isInstantText);

// Parts of such bodies that several share.
export const id = within(text, { minLength: 1, maxLength: 128 });
export const key = within(text, { minLength: 1, maxLength: 100 });
export const instant = within(text, { format: 'date-time' });

/**
 * Validates bodies of one kind, alone or as items of a bulk sync. It is compiled once, with the first body, because
 * interpreting rules for every item would cost as much as storing it.
 */
export class CompiledBody<Body> {
  /** All fields, including ones such as `breaks[].kind`; messages that name them do not repeat text of the client. */
  readonly fields: ReadonlySet<string>;
  readonly #lists: readonly (readonly [name: string, maxItems: number])[];
  #compiled: ValidateFunction<Body> | undefined;

  constructor(private readonly schema: Schema<Body>) {
    this.fields = new Set(fieldsOf(schema));
    this.#lists = Object.entries(schema.properties ?? {}).flatMap(([name, { maxItems }]) =>
      typeof maxItems === 'number' ? [[name, maxItems] as const] : [],
    );
  }

  /**
   * @param problems of the body's texts, found earlier
   * @throws ValidationFailed naming every wrong field; unknown members are wrong only in strict mode
   */
  check(sent: unknown, strict: boolean, problems: readonly FieldProblem[]): Body {
    const body = this.#bounded(sent);
    const found = new Problems();
    const accepts = (this.#compiled ??= ajv.compile<Body>(this.schema));
    const isValid = accepts(body);
    if (!isValid) found.addAll(problemsOf(accepts.errors ?? []));
    if (strict) found.addAll(strangersIn(body, this.schema));
    found.addAll(problems);
    if (!isValid || found.found.length > 0) throw new ValidationFailed(found.found);
    return body;
  }

  /**
   * Lists that are too long, only up to the first item that is too many: the body is refused anyway, and looking at
   * each of a hundred thousand items would hold up all other requests.
   */
  #bounded(body: unknown): unknown {
    if (typeof body !== 'object' || body === null) return body;
    const members = body as Readonly<Record<string, unknown>>;
    const long = this.#lists.flatMap(([name, maxItems]) => {
      const list = members[name];
      return Array.isArray(list) && list.length > maxItems ? [[name, list.slice(0, maxItems + 1)]] : [];
    });
    return long.length === 0 ? body : { ...body, ...Object.fromEntries(long) };
  }
}

/** `field` in the form of `fields`, whatever its index in a list. */
export const anyItem = (field: string): string => field.replace(/\[\d{1,4}\]/, '[]');

function fieldsOf({ properties = {} }: Schema): string[] {
  return Object.entries(properties).flatMap(([name, { items, ...schema }]) => {
    if (schema.properties) return [name, ...fieldsOf(schema).map((field) => `${name}.${field}`)];
    return items ? [name, `${name}[]`, ...fieldsOf(items).map((field) => `${name}[].${field}`)] : [name];
  });
}

/** `/breaks/0/kind` is `breaks[0].kind`. */
const fieldOf = (path: string) =>
  path
    .slice(1)
    .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.');

/** One problem of a value, however many rules it breaks: what is accepted in its place. Up to the number reported. */
function* problemsOf(errors: readonly ErrorObject[]): Generator<FieldProblem> {
  const told = new Set<string>();
  for (const error of errors) {
    const problem = problemOf(error);
    const words = `${problem.field} ${problem.message}`;
    if (!told.has(words)) yield problem;
    told.add(words);
  }
}

function problemOf({ keyword, instancePath, params, parentSchema }: ErrorObject): FieldProblem {
  const field = fieldOf(instancePath);
  if (keyword !== 'required') return { field, message: `must be ${acceptedBy(parentSchema as Accepting)}` };
  const { missingProperty } = params as { missingProperty: string };
  return { field: field === '' ? missingProperty : `${field}.${missingProperty}`, message: 'is required' };
}

/** The keywords that the schemas of bodies use for a value. */
interface Accepting {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly 'x-decimals'?: number;
}

function acceptedBy(schema: Accepting): string {
  if (schema.enum !== undefined) return `one of ${schema.enum.join(', ')}`;
  const types = [schema.type ?? 'string'].flat();
  const words = types.filter((type) => type !== 'null').map((type) => inWords(type, schema));
  return `${words.join(' or ')}${types.includes('null') ? ', or null' : ''}`;
}

function inWords(type: string, schema: Accepting): string {
  switch (type) {
    case 'string':
      if (schema.format !== undefined)
        return 'an ISO 8601 date-time with Z or an offset, such as 2026-01-31T08:00:00Z';
      return `a text${counted(schema.minLength, schema.maxLength, 'characters')}${
        schema.pattern === undefined ? '' : ` that matches ${schema.pattern}`
      }`;
    case 'number':
    case 'integer':
      return `a ${type === 'integer' ? 'whole ' : ''}number${boundsOf(schema)}`;
    case 'array':
      return `a list${counted(schema.minItems, schema.maxItems, 'items')}`;
    case 'boolean':
      return 'true or false';
    case 'object':
      return 'an object';
    default:
      return type;
  }
}

function counted(min: number | undefined, max: number | undefined, what: string): string {
  if (max === undefined) return min === undefined ? '' : ` of at least ${min} ${what}`;
  return min === undefined ? ` of at most ${max} ${what}` : ` of ${min} to ${max} ${what}`;
}

function boundsOf({ minimum, exclusiveMinimum, maximum, 'x-decimals': decimals }: Accepting): string {
  const from = exclusiveMinimum === undefined ? minimum : exclusiveMinimum;
  const lower = from === undefined ? '' : exclusiveMinimum === undefined ? ` from ${from}` : ` above ${from}`;
  const upper =
    maximum === undefined ? '' : `${exclusiveMinimum === undefined ? '' : ' and up'} to ${maximum}`;
  return `${lower}${upper}${decimals === undefined ? '' : `, with at most ${decimals} decimals`}`;
}
