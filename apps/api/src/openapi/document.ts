import type { INestApplication } from '@nestjs/common';
import {
  DocumentBuilder,
  type OpenAPIObject,
  type OperationObject,
  type RequestBodyObject,
  type SchemaObject,
  SwaggerModule,
} from '@nestjs/swagger';
import { shapeOf } from '../errors/error-shape.ts';
import { statusOfCode } from '../errors/status-of-code.ts';
import { JSON_PART, REFUSES } from './decorators.ts';
import { listOf, object, oneOf, text } from './schema.ts';

const DESCRIPTION = `
Farm operations: sessions and records of harvest crews, workers, projects, forms, the harvest report, what scouts saw
of pests and diseases, and what devices measured.

Success is \`{ "status": "success", "data": … }\`; phytosanitary answers have their members beside \`status\`. Errors
carry a stable \`code\` to branch on. Sending the same request again is safe wherever a key is taken; a repeat answers
200 with what the first one made.
`.trim();

const ALWAYS = ['rate_limited', 'internal', 'overloaded'];
const OF_USER = ['unauthenticated', 'invalid_token', 'token_expired', 'user_not_registered', 'forbidden'];
const OF_CREDENTIAL: Readonly<Record<string, readonly string[]>> = {
  user: OF_USER,
  mobile: OF_USER,
  token: ['unauthenticated', 'invalid_token', 'token_expired', 'insufficient_scope'],
  key: ['unauthenticated', 'invalid_token', 'token_expired'],
};
const METHODS = ['get', 'post', 'patch', 'put', 'delete', 'head'] as const;

/** The service described from its own code: routes, rules of fields, answers and codes. */
export function describeApi(app: INestApplication, serverUrl?: string): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('Furrow')
    .setVersion('2.0.0')
    .setDescription(DESCRIPTION)
    .setOpenAPIVersion('3.1.0')
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'A user’s JWT' },
      'user',
    )
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'A JWT of the mobile issuer' },
      'mobile',
    )
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', description: 'A scoped API token `<keyId>.<token>`' },
      'token',
    )
    .addApiKey(
      {
        type: 'apiKey',
        in: 'header',
        name: 'x-api-key',
        description:
          'The same API token; for weather, plant and irrigation any of the company’s, or a static key',
      },
      'key',
    );
  if (serverUrl) builder.addServer(serverUrl);
  const document = SwaggerModule.createDocument(app, builder.build(), {
    operationIdFactory: (controller, method) =>
      `${controller.replace('Controller', '').toLowerCase()}_${method}`,
  });
  document.components = { ...document.components, schemas: { ...document.components?.schemas, ...ERRORS } };
  for (const [path, operations] of Object.entries(document.paths))
    for (const method of METHODS)
      if (operations[method]) {
        addRefusals(operations[method], path, method);
        addParts(operations[method]);
      }
  return document;
}

/** Beside its JSON, where it may come with files: the same JSON in a part of its own. */
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
      additionalProperties: {
        type: 'string',
        format: 'binary',
        description: 'A file; the part’s name is its field',
      },
    },
    encoding: { [part]: { contentType: 'application/json' } },
  };
}

/** Every refusal that an operation can give, under its status, in the shape of its path. */
function addRefusals(operation: OperationObject, path: string, method: string): void {
  const { [REFUSES]: own = [] } = operation as OperationObject & { [REFUSES]?: string[] };
  const schemes = (operation.security ?? []).flatMap((requirement) => Object.keys(requirement));
  const codes = [...own, ...schemes.flatMap((scheme) => OF_CREDENTIAL[scheme] ?? []), ...ALWAYS];
  Reflect.deleteProperty(operation, REFUSES);
  const byStatus = Map.groupBy([...new Set(codes)], (code) => String(statusOfCode(code)));
  for (const [status, ofStatus] of byStatus) {
    const reference = { $ref: `#/components/schemas/Error${shapeOf(path)}` };
    const schema = { allOf: [reference, { properties: { code: oneOf(...ofStatus) } }] } as SchemaObject;
    operation.responses[status] = {
      description: ofStatus.map((code) => `\`${code}\``).join(', '),
      ...(method === 'head' ? {} : { content: { 'application/json': { schema } } }),
    };
  }
}

const problems = listOf(object({ field: text, message: text }));
const open = (schema: SchemaObject): SchemaObject => ({ ...schema, additionalProperties: true });
const ERRORS: Record<string, SchemaObject> = {
  ErrorA: open(
    object({ error: text, message: text, code: text, 'details?': problems }, '`error` is a short title'),
  ),
  ErrorB: open(
    object(
      { status: oneOf('error'), message: text, error: text, code: text, 'details?': problems },
      '`error` is the detail',
    ),
  ),
};
