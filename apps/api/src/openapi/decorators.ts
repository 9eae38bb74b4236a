import { applyDecorators } from '@nestjs/common';
import {
  ApiBody,
  ApiExtension,
  ApiOperation,
  ApiQuery,
  type ApiQueryOptions,
  ApiResponse,
  type ContentObject,
  DECORATORS,
} from '@nestjs/swagger';
import { type Schema, schemaOf } from './schema.ts';

/** Where the document builder finds an operation's codes. */
export const REFUSES = 'x-refuses';

/** Where it finds that an operation shows refusals to browsers as a page. */
export const REFUSES_IN_PAGES = 'x-refuses-in-pages';

/** Where it finds the body of an operation that takes a file. */
export const FILE_BODY = 'x-file-body';

/** Where it finds the name of the multipart part with the JSON. */
export const JSON_PART = 'x-json-part';

/** Where it finds an example body that can be sent as it is, except for the ids. */
export const EXAMPLE_BODY = 'x-example-body';

/**
 * On an optional parameter that is usually sent: its example is filled in when the operation is tried, as for required
 * ones. Filters are left to the reader.
 */
export const FILLED_IN = 'x-filled-in';

/** The purpose of an operation, in a sentence. */
export const Does = (summary: string, description?: string, more: { readonly deprecated?: true } = {}) =>
  ApiOperation({ summary, ...(description && { description }), ...more });

/** Decorates a method that returns an answer of this type. */
type AnswerDecorator<T> = <Method extends (...parameters: never[]) => T | Promise<T>>(
  target: object,
  name: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;

/** Contents of an answer by media type. */
export type Contents = Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>;

/** An answer in these media types, which the method writes itself. */
export const AnswersIn = (status: number, description: string, contents: Contents): MethodDecorator =>
  ApiResponse({ status, description, content: contents as ContentObject });

/** An answer in JSON, or without a body. A method that returns anything else does not compile. */
export function Answers(status: number, description: string): MethodDecorator;
export function Answers<T>(status: number, description: string, schema: Schema<T>): AnswerDecorator<T>;
export function Answers(status: number, description: string, schema?: Schema): MethodDecorator {
  return schema === undefined
    ? ApiResponse({ status, description })
    : AnswersIn(status, description, { 'application/json': { schema } });
}

/** An answer in JSON that the method writes itself, also in other media types. */
export const AnswersAlso = (status: number, description: string, schema: Schema, others: Contents = {}) =>
  AnswersIn(status, description, { 'application/json': { schema }, ...others });

/** An answer of bytes, with one of these media types. */
export const AnswersBytes = (status: number, description: string, mediaTypes: readonly string[]) =>
  ApiResponse({
    status,
    description,
    content: Object.fromEntries(mediaTypes.map((type) => [type, {}])),
  });

/** The members of a query class, as one parameter each. */
export function ApiQueryOf(dto: new () => object): MethodDecorator {
  const prototype = dto.prototype as object;
  const names = (Reflect.getMetadata(DECORATORS.API_MODEL_PROPERTIES_ARRAY, prototype) ?? []) as string[];
  const parameters = names.map((name) => {
    const property = name.slice(1);
    const {
      description,
      required = true,
      [FILLED_IN]: filledIn = required,
      ...schema
    } = Reflect.getMetadata(DECORATORS.API_MODEL_PROPERTIES, prototype, property) as Record<string, unknown>;
    const inSchema = { ...jsonSchema(schema), ...(filledIn === true && { [FILLED_IN]: true }) };
    const parameter = ApiQuery({
      name: property,
      description,
      required,
      schema: inSchema,
    } as ApiQueryOptions);
    return { filledIn, parameter };
  });
  const first = parameters.filter(({ filledIn }) => filledIn === true);
  const others = parameters.filter(({ filledIn }) => filledIn !== true);
  return applyDecorators(...[...first, ...others].map(({ parameter }) => parameter));
}

/** The schema of a property, with its class as JSON Schema names it. */
function jsonSchema({ type, isArray: _, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return { type: typeof type === 'function' ? type.name.toLowerCase() : type, ...rest };
}

/** Codes beyond those of every operation with the same credential, body and parameters. */
export const Refuses = (...codes: string[]) => ApiExtension(REFUSES, codes);

/** A browser gets refusals as a page. */
export const RefusesInPages = () => ApiExtension(REFUSES_IN_PAGES, true);

/** The body may also be multipart/form-data: its JSON in the part of this name, a file in each of the others. */
export const AlsoInParts = (jsonPart: string) => ApiExtension(JSON_PART, jsonPart);

/** A JSON body with a schema of its own, for routes that validate it themselves. */
export const Takes = (schema: Schema) => ApiBody({ schema: schema as object });

/** A body that is a file, also as the only part of multipart/form-data. */
export const TakesFile = (mediaTypes: readonly string[]) => {
  const file = { description: 'The file', examples: ['(its bytes)'] };
  const parts = { type: 'object', required: ['file'], properties: { file } };
  const content: Contents = {
    ...Object.fromEntries(mediaTypes.map((type) => [type, { schema: schemaOf(file) }])),
    'multipart/form-data': { schema: schemaOf(parts) },
  };
  return ApiExtension(FILE_BODY, { required: true, content });
};

export const ExampleBody = (body: object) => ApiExtension(EXAMPLE_BODY, body);
