import type { INestApplication } from '@nestjs/common';
import {
  DocumentBuilder,
  type OpenAPIObject,
  type OperationObject,
  type ParameterObject,
  type ReferenceObject,
  type RequestBodyObject,
  type ResponseObject,
  type SchemaObject,
  SwaggerModule,
} from '@nestjs/swagger';
import { shapeOf } from '../errors/error-shape.ts';
import {
  EXAMPLE_BODY,
  FILE_BODY,
  FILLED_IN,
  JSON_PART,
  REFUSES,
  REFUSES_IN_PAGES,
} from '../openapi/decorators.ts';
import { HEADERS, headersOf } from './headers.ts';
import { introduction } from './introduction.ts';
import { hoistNamedSchemas, hoistParameters, hoistResponses } from '../openapi/components.ts';
import { pathsOfHosts } from './paths-of-hosts.ts';
import { Refusals, type RefusedAs } from './refusals.ts';
import { codesOfCredential, SECURITY_SCHEMES, whoMay } from './security.ts';
import { currentPathOf, describeMovedReads } from './moved-reads.ts';
import type { Servers } from './servers.ts';
import { areaOf, TAGS } from './tags.ts';
import { API_VERSION } from '../openapi/version.ts';

const ALWAYS = ['rate_limited', 'internal', 'overloaded'];
const OF_BODY = ['validation_failed', 'malformed_json', 'payload_too_large', 'unsupported_media_type'];
/** Methods whose bodies are read, even if the operation declares none. */
const WITH_BODY: readonly string[] = ['post', 'put', 'patch', 'delete'];
const METHODS = ['get', 'post', 'patch', 'put', 'delete', 'head'] as const;

/** Describes the service from its own code: routes, rules of fields, answers and codes. */
export function describeApi(app: INestApplication, servers: Servers): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Furrow')
    .setVersion(API_VERSION)
    .setOpenAPIVersion('3.1.0')
    .build();
  const document = SwaggerModule.createDocument(app, config, {
    operationIdFactory: (controller, method) =>
      `${controller.replace('Controller', '').replace(/^./, (first) => first.toLowerCase())}_${method}`,
  });
  const refusals = new Refusals();
  describeMovedReads(document.paths);
  for (const [path, operations] of Object.entries(document.paths))
    for (const method of METHODS)
      if (operations[method]) {
        complete(operations[method], document);
        const codes = codesOf(operations[method], method);
        const as = method === 'head' ? 'nothing' : refusedAs(operations[method]);
        Object.assign(operations[method].responses, refusals.of(codes, shapeOf(currentPathOf(path)), as));
      }
  Object.assign(document.paths, pathsOfHosts(servers, refusals));
  const info = { ...document.info, description: introduction(document.paths) };
  document.components = {
    ...document.components,
    securitySchemes: { ...SECURITY_SCHEMES },
    headers: { ...HEADERS },
    schemas: { ...document.components?.schemas, ...refusals.schemas },
  };
  hoistNamedSchemas(document);
  hoistParameters(document);
  hoistResponses(document);
  const { openapi, paths, components } = document;
  return { openapi, info, servers: [servers.api], tags: TAGS, paths, components };
}

/** Adds what the decorators of a route do not declare. */
function complete(operation: OperationObject, document: OpenAPIObject): void {
  operation.tags = operation.tags?.map(areaOf) ?? [];
  operation.security = strictest(operation.security ?? []);
  operation.description = [operation.description, whoMay(operation.security)].filter(Boolean).join('\n\n');
  addFileBody(operation);
  if (operation.requestBody) requireBody(operation.requestBody as RequestBodyObject, document);
  addParts(operation);
  addExampleBody(operation);
  for (const parameter of (operation.parameters ?? []) as ParameterObject[]) fillIn(parameter);
  for (const [status, response] of Object.entries(operation.responses))
    (response as ResponseObject).headers ??= headersOf(Number(status));
}

function refusedAs(operation: OperationObject): RefusedAs {
  const { [REFUSES_IN_PAGES]: inPages } = operation as OperationObject & { [REFUSES_IN_PAGES]?: boolean };
  Reflect.deleteProperty(operation, REFUSES_IN_PAGES);
  return inPages === true ? 'page or json' : 'json';
}

function codesOf(operation: OperationObject, method: (typeof METHODS)[number]): string[] {
  const { [REFUSES]: own = [] } = operation as OperationObject & { [REFUSES]?: string[] };
  Reflect.deleteProperty(operation, REFUSES);
  const ofCredential = (operation.security ?? []).flatMap((requirement) =>
    Object.entries(requirement).flatMap(([scheme, needs]) => codesOfCredential(scheme, needs)),
  );
  const parameters = (operation.parameters ?? []) as ParameterObject[];
  return [
    ...ofCredential,
    ...own,
    ...(WITH_BODY.includes(method) ? OF_BODY : []),
    ...(parameters.some((each) => each.in !== 'header') ? ['validation_failed'] : []),
    ...ALWAYS,
  ];
}

/** A route's requirements replace those of its controller. */
function strictest(requirements: readonly Record<string, string[]>[]): Record<string, string[]>[] {
  const byScheme = new Map<string, string[]>();
  for (const [scheme, needs] of requirements.flatMap((each) => Object.entries(each)))
    if (needs.length >= (byScheme.get(scheme)?.length ?? 0)) byScheme.set(scheme, needs);
  return [...byScheme].map(([scheme, needs]) => ({ [scheme]: needs }));
}

/** A body is optional if each of its members is. */
function requireBody(body: RequestBodyObject, { components }: OpenAPIObject): void {
  const json = body.content['application/json'];
  if (json === undefined) return;
  const { $ref = '', ...inline } = (json.schema ?? {}) as Partial<ReferenceObject & SchemaObject>;
  const named = components?.schemas?.[$ref.split('/').at(-1) ?? ''] as SchemaObject | undefined;
  body.required = ((named ?? inline).required ?? []).length > 0;
}

/** A body that is no JSON, which Nest's decorators cannot describe. */
function addFileBody(operation: OperationObject): void {
  const { [FILE_BODY]: body } = operation as OperationObject & { [FILE_BODY]?: RequestBodyObject };
  Reflect.deleteProperty(operation, FILE_BODY);
  if (body !== undefined) operation.requestBody = body;
}

/** The multipart form of a JSON body with files. */
function addParts(operation: OperationObject): void {
  const { [JSON_PART]: part } = operation as OperationObject & { [JSON_PART]?: string };
  Reflect.deleteProperty(operation, JSON_PART);
  const { content } = (operation.requestBody ?? { content: {} }) as RequestBodyObject;
  const json = content['application/json']?.schema;
  if (part === undefined || json === undefined) return;
  content['multipart/form-data'] = {
    schema: {
      type: 'object',
      required: [part],
      properties: { [part]: json },
      // Generators make an index signature of this, which must include the type of the JSON part: so it is not
      // `binary`.
      additionalProperties: { description: 'A file; the part’s name is its field' },
    },
    encoding: { [part]: { contentType: 'application/json' } },
  };
}

/** Fills in the example of a required parameter when the operation is tried. */
function fillIn(parameter: ParameterObject): void {
  const { [FILLED_IN]: filledIn, ...schema } = parameter.schema as Record<string, unknown>;
  const [example] = (schema['examples'] ?? []) as unknown[];
  parameter.schema = schema;
  if (filledIn === true && example !== undefined) parameter.example = example;
}

function addExampleBody(operation: OperationObject): void {
  const { [EXAMPLE_BODY]: example } = operation as OperationObject & { [EXAMPLE_BODY]?: unknown };
  Reflect.deleteProperty(operation, EXAMPLE_BODY);
  const { content } = (operation.requestBody ?? { content: {} }) as RequestBodyObject;
  if (example !== undefined && content['application/json']) content['application/json'].example = example;
}
