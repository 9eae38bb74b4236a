import { instantOf, isLocalDate } from '@furrow/kernel';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import {
  at,
  type DescribedResponse,
  escaped,
  type Host,
  type Operation,
  operationOf,
  resolved,
} from './document.ts';

/** A request and its answer. */
export interface Exchange {
  readonly method: string;
  /** Including its query. */
  readonly path: string;
  /** As it was sent. */
  readonly body?: unknown;
  readonly contentType?: string | undefined;
  readonly status: number;
  readonly headers: Headers;
  /** Undefined if it was not read. */
  readonly text: string | undefined;
}

/** The documentation itself and the pages of the console, which the document does not describe. */
const PAGES = /^\/(?:docs(?:\/.*)?|console(?:\/.*)?|openapi\.(?:json|yaml))$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Codes that the host answers before a route is chosen, or without one. */
const OF_NO_ROUTE = ['route_not_found', 'rate_limited', 'validation_failed'];

/**
 * Checks an exchange against docs/openapi.json: status, media type, headers, exactly the described members of the
 * answer, and the request if it was accepted.
 * @throws Error listing what differs
 */
export function expectDescribed(host: Host, exchange: Exchange): void {
  const path = new URL(exchange.path, 'http://host').pathname;
  if (exchange.method === 'OPTIONS' || PAGES.test(path)) return;
  const found = operationOf(host, exchange.method, path);
  const problems = found
    ? [...problemsOfAnswer(found.operation, found.pointer, exchange), ...problemsOfBody(found, exchange)]
    : problemsOfNoRoute(exchange);
  problems.push(...problemsOfCaching(path, exchange));
  if (problems.length === 0) return;
  throw new Error(
    [
      `${exchange.method} ${path} answered ${exchange.status}, and docs/openapi.json says otherwise:`,
      ...problems.slice(0, 10).map((problem) => `  - ${problem}`),
      ...(exchange.text === undefined ? [] : [`The answer was ${exchange.text.slice(0, 500)}`]),
      'Where the code is right, describe it beside its controller, then build and `npm run openapi`.',
    ].join('\n'),
  );
}

/** `fetch` for tests that checks every answer against the document. */
export function describedFetch(host: Host): typeof fetch {
  return async (input, init = {}) => {
    const response = await fetch(input, init);
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    const { headers, status } = response;
    expectDescribed(host, {
      ...{ method: init.method ?? 'GET', path: pathname + search, body: init.body, status, headers },
      contentType: new Headers(init.headers).get('content-type') ?? undefined,
      text: isJson(headers.get('content-type')) ? await response.clone().text() : undefined,
    });
    return response;
  };
}

function problemsOfAnswer({ responses }: Operation, pointer: string, exchange: Exchange): string[] {
  const response = responses[exchange.status];
  if (!response) return [`the status is none of ${Object.keys(responses).join(', ')}`];
  const found = resolved(response, `${pointer}/responses/${exchange.status}`);
  return [...problemsOfHeaders(found.value, exchange), ...problemsOfContent(found, exchange)];
}

/** Answers to companies must not be cached, except media, whose links set the time. */
function problemsOfCaching(path: string, { status, headers }: Exchange): string[] {
  if (!/^\/(?:api|media)\//i.test(path)) return [];
  const control = headers.get('cache-control');
  const isLink = /^\/media\//i.test(path) && status < 400;
  if (isLink ? /^private, max-age=\d+$/.test(control ?? '') : control === 'no-store') return [];
  return [`cache-control is ${control ?? 'missing'}`];
}

function problemsOfHeaders({ headers = {} }: DescribedResponse, exchange: Exchange): string[] {
  return Object.entries(headers)
    .filter(([name, header]) => resolved(header, '').value.required === true && !exchange.headers.has(name))
    .map(([name]) => `the header ${name} is missing`);
}

function problemsOfContent(
  { value: { content }, pointer }: { value: DescribedResponse; pointer: string },
  { method, headers, text }: Exchange,
): string[] {
  if (method === 'HEAD') return [];
  if (content === undefined) return text ? ['there is a body'] : [];
  const exact = (headers.get('content-type') ?? '').split(';')[0]!.trim();
  // Some JSON media types have descriptions of their own.
  const type = exact in content ? exact : mediaTypeOf(exact);
  if (!(type in content))
    return [`the media type is ${type || 'none'}, not ${Object.keys(content).join(', ')}`];
  if (!isJson(type) || text === undefined) return [];
  return problemsOfJson(text, `${pointer}/content/${escaped(type)}/schema`);
}

/** An accepted body must be valid by the document. */
function problemsOfBody(
  { operation: { requestBody }, pointer }: { operation: Operation; pointer: string },
  { status, body, contentType }: Exchange,
): string[] {
  // In a 207 some items were refused, and may be anything.
  if (status >= 207 || requestBody === undefined) return [];
  if (body === undefined || body === null || body === '')
    return requestBody.required === true ? ['it was answered without the body that is required'] : [];
  const type = mediaTypeOf(contentType ?? null);
  if (!(type in requestBody.content)) return isJson(type) ? [] : [`the request’s media type is ${type}`];
  if (!isJson(type) || typeof body !== 'string') return [];
  return problemsOfJson(body, `${pointer}/requestBody/content/${escaped(type)}/schema`).map(
    (problem) => `the request was taken, but ${problem}`,
  );
}

function problemsOfNoRoute({ method, status, text = '' }: Exchange): string[] {
  if (method === 'HEAD') return status === 404 ? [] : ['no such operation is described'];
  const shape = text.includes('"status":"error"') ? 'ErrorB' : 'ErrorA';
  const problems = problemsOfJson(text, `#/components/schemas/${shape}`);
  if (problems.length > 0) return ['no such operation is described', ...problems];
  const { code } = JSON.parse(text) as { code: string };
  return OF_NO_ROUTE.includes(code) ? [] : [`no such operation is described, and it answered ${code}`];
}

/** @param pointer of a schema in docs/openapi.json, such as `#/components/schemas/ErrorB` */
export function problemsOfJson(text: string, pointer: string): string[] {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return ['it is no JSON'];
  }
  const accepts = validator(pointer);
  if (accepts(value)) return [];
  return (accepts.errors ?? []).map(({ instancePath, message = 'is wrong', params }) => {
    const [named] = Object.entries(params as Record<string, unknown>)
      .filter(([name]) => /Property$|Value/.test(name))
      .map(([, member]) => JSON.stringify(member));
    return `${instancePath || 'it'} ${message}${named === undefined ? '' : ` (${named})`}`;
  });
}

const ajv = new Ajv2020({
  ...{ allErrors: false, strict: false, logger: false },
  // Compiling takes longer than the few checks.
  ...{ meta: false, validateSchema: false, code: { optimize: false } },
  formats: {
    'date-time': (value: string) => instantOf(value) !== undefined,
    date: isLocalDate as (value: string) => boolean,
    uuid: UUID,
    uri: (value: string) => URL.canParse(value),
  },
});
const validators = new Map<string, ValidateFunction>();
const components = new Set<string>();

/** Compiled when first used, because a spec file sees few of the answers. */
function validator(pointer: string): ValidateFunction {
  const known = validators.get(pointer) ?? ajv.compile(alone(pointer));
  validators.set(pointer, known);
  return known;
}

/**
 * A schema whose references name components instead of their places in the document, which takes longer to read than
 * all answers of a spec file.
 */
function alone(pointer: string): object {
  const renamed = (key: string, value: unknown) => (key === '$ref' ? component(value as string) : value);
  return JSON.parse(JSON.stringify(at(pointer)), renamed) as object;
}

/** @returns the name of a component, which is added when it is first referred to */
function component(pointer: string): string {
  const name = `component:${pointer.split('/').at(-1)}`;
  if (!components.has(name)) {
    components.add(name);
    ajv.addSchema(alone(pointer), name);
  }
  return name;
}

/** Every JSON media type counts as JSON. */
function mediaTypeOf(header: string | null): string {
  const type = (header ?? '').split(';')[0]!.trim().toLowerCase();
  return /^application\/[\w.-]+\+json$/.test(type) ? 'application/json' : type;
}
const isJson = (header: string | null): boolean => mediaTypeOf(header) === 'application/json';
