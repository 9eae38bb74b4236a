/**
 * JSON Schema from which the compiler knows the type of its values: a shape is declared once, and code that makes or
 * reads a value of it is checked against the declaration.
 */
declare const VALUE: unique symbol;

/** A schema of values of this type. `VALUE` exists for the compiler alone. */
export interface Schema<out T = unknown> {
  readonly [VALUE]: T;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly [keyword: string]: unknown;
}

export type Value<S extends Schema> = S[typeof VALUE];

/** Members by name; one whose name ends in `?` may be absent. */
export type Members = Readonly<Record<string, Schema>>;

/** The type of an object with these members. */
export type ValueOf<M extends Members> = Flat<
  { readonly [Name in keyof M as Name extends `${string}?` ? never : Name]: Value<M[Name]> } & {
    readonly [Name in keyof M as Name extends `${infer Plain}?` ? Plain : never]?: Value<M[Name]>;
  }
>;
type Flat<T> = { [Name in keyof T]: T[Name] };

/** A schema written in JSON Schema itself. */
export const schemaOf = <T>(keywords: Readonly<Record<string, unknown>>): Schema<T> =>
  keywords as unknown as Schema<T>;

export const text = schemaOf<string>({ type: 'string' });
export const number = schemaOf<number>({ type: 'number' });
export const count = schemaOf<number>({ type: 'integer', minimum: 0 });
export const flag = schemaOf<boolean>({ type: 'boolean' });
export const anyObject = schemaOf<object>({ type: 'object', additionalProperties: true });

/** Text of a certain form, which becomes a component of the document with this name. */
export const scalar = (title: string, keywords: Readonly<Record<string, unknown>>) =>
  schemaOf<string>({ title, type: 'string', ...keywords });

/** Always in UTC and to the millisecond. */
export const dateTime = scalar('DateTime', {
  format: 'date-time',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
  examples: ['2026-01-31T11:00:00.000Z'],
});
export const date = scalar('LocalDate', { format: 'date', examples: ['2026-01-31'] });

export const oneOf = <const T extends string>(...values: readonly T[]) =>
  schemaOf<T>({ type: 'string', enum: values });

export const listOf = <T>(items: Schema<T>) => schemaOf<readonly T[]>({ type: 'array', items });

/** An object whose members have any names and one kind of values. */
export const mapOf = <T>(values: Schema<T>) =>
  schemaOf<Readonly<Record<string, T>>>({ type: 'object', additionalProperties: values });

export const orNull = <T>(schema: Schema<T>): Schema<T | null> =>
  schemaOf(
    schema.title !== undefined
      ? { anyOf: [schema, { type: 'null' }] }
      : {
          ...schema,
          type: [schema.type, 'null'],
          ...(schema.enum && { enum: [...schema.enum, null] }),
        },
  );

/** The same schema with further keywords, such as the range of a number. */
export const within = <S extends Schema>(schema: S, keywords: Readonly<Record<string, unknown>>): S => ({
  ...schema,
  ...keywords,
});

/** The meaning of a member, its unit and an example. */
export const about = <T>(schema: Schema<T>, description: string, example?: NoInfer<T>): Schema<T> =>
  within(schema, { description, ...(example !== undefined && { examples: [example] }) });

/** An object with these members, and any others. */
export function open<const M extends Members>(members: M): Schema<ValueOf<M>> {
  const names = Object.keys(members);
  return schemaOf({
    type: 'object',
    required: names.filter((name) => !name.endsWith('?')),
    properties: Object.fromEntries(
      Object.entries(members).map(([name, schema]) => [name.replace(/\?$/, ''), schema]),
    ),
  });
}

/** An object with these members alone. */
export const object = <const M extends Members>(members: M): Schema<ValueOf<M>> =>
  within(open(members), { additionalProperties: false });

/** An object that becomes a component of the document with this name. */
export const named = <const M extends Members>(title: string, description: string, members: M) =>
  schemaOf<ValueOf<M>>({ title, description, ...object(members) });

/** A value of one of two schemas, or of both. */
export const either = <A, B>(a: Schema<A>, b: Schema<B>) => schemaOf<A | B>({ anyOf: [a, b] });

/** A whole answer. */
export const success = <T, const M extends Members>(
  data: Schema<T>,
  more?: M,
): Schema<{ readonly status: 'success'; readonly data: T } & ValueOf<M>> =>
  object({ status: oneOf('success'), data, ...more }) as never;
