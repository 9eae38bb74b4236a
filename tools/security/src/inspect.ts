import { fileURLToPath } from 'node:url';
import { expectDescribed } from '@furrow/testbed/described';
import type { Answer, Sending } from './client.ts';
import type { Operation } from './document.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Words of stack traces, SQL and PostgreSQL's messages, and folders of this machine. */
const INSIDES =
  /^[ \t]+at .+:\d+:\d+|\.[jt]s:\d+:\d+|node_modules|\/dist\/|node:internal|furrow_(?:tenant|system)|relation "|column "|syntax error at or near|invalid input syntax|violates |QueryFailedError|\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM) .+ (?:FROM|VALUES|SET|WHERE) /m;
/** In addition to those that docs/openapi.json requires. */
const HARDENED = [
  ...['content-security-policy', 'referrer-policy', 'strict-transport-security', 'x-frame-options'],
];

/** A request to an operation, and its answer. */
export interface Asked {
  readonly operation: Operation;
  readonly sending: Sending;
  readonly answer: Answer;
}

/**
 * The problems of an answer to any request: a deviation from docs/openapi.json, a 500, internals of the service,
 * missing headers, and data of others.
 * @param forbidden texts that must not occur in it, unless the request contained them
 */
export function problemsOf({ operation, sending, answer }: Asked, forbidden: readonly string[]): string[] {
  const { status, text } = answer;
  const problems = status === 500 ? ['it answered 500'] : [];
  if (status >= 400) problems.push(...insidesIn(text));
  problems.push(...headerProblems(answer));
  if (!isHeadTooLarge(sending, answer)) problems.push(...undescribedIn({ operation, sending, answer }));
  const checked = WAYS_TO_SIGN_IN.has(operation.id) ? withoutChoices(text) : text;
  const marks = forbidden.filter((mark) => checked.includes(mark));
  if (marks.length > 0) {
    const said = [sending.path, sending.body, JSON.stringify(sending.headers)].join('\n');
    const leaked = marks.filter((mark) => !said.includes(mark));
    if (leaked.length > 0) problems.push(`it leaks ${leaked.join(', ')}`);
  }
  return problems;
}

/** Development keys let anybody at this machine sign in as any user, so these list them all. */
const WAYS_TO_SIGN_IN: ReadonlySet<string> = new Set(['signIn_begin', 'signIn_options']);

/** In JSON they are one member; the page has a line for each company and for each of its users. */
function withoutChoices(text: string): string {
  if (text.startsWith('{')) {
    const { data, ...rest } = JSON.parse(text) as { data?: object };
    return JSON.stringify({ ...rest, data: { ...data, candidates: [] } });
  }
  const isChoice = (line: string) => line.startsWith('<h2>') || line.startsWith('<form ');
  return text
    .split('\n')
    .filter((line) => !isChoice(line))
    .join('\n');
}

/** A request whose path nearly fills a head reaches no operation; the document's introduction describes the refusal. */
function isHeadTooLarge({ path }: Asked['sending'], { status, text }: Asked['answer']): boolean {
  return status === 431 && path.length > 15_000 && text.includes('"headers_too_large"');
}

/** Where an answer deviates from docs/openapi.json. */
function undescribedIn({ operation, sending, answer }: Asked): string[] {
  const { status, headers, text } = answer;
  try {
    expectDescribed(operation.host, {
      ...{ method: sending.method, status, headers, text },
      // The operation is known, whatever replaces a parameter.
      path: operation.path.replace(/\{[^{}]+\}/g, 'x'),
      body: status < 300 ? textOf(sending.body) : undefined, // of a refused request it may be 20 MB, and is not checked
      contentType: sending.headers?.['content-type'],
    });
  } catch (error) {
    return [(error as Error).message.replace(/\nThe answer was[^]*/, '')];
  }
  return [];
}

function textOf(body: string | Uint8Array | undefined): string | undefined {
  return typeof body === 'object' ? Buffer.from(body).toString() : body;
}

export function insidesIn(text: string): string[] {
  // Undoes JSON escapes.
  const [found] = INSIDES.exec(text.replaceAll('\\"', '"').replaceAll('\\n', '\n')) ?? [];
  if (found !== undefined) return [`it tells of its insides: ${found}`];
  return text.includes(ROOT) ? ['it tells a path of this machine'] : [];
}

function headerProblems({ status, headers }: Answer): string[] {
  if (status === 101) return [];
  return [
    ...HARDENED.filter((name) => !headers.has(name)).map((name) => `the header ${name} is missing`),
    ...(headers.get('x-content-type-options') === 'nosniff' ? [] : ['it may be sniffed']),
    ...(headers.has('x-powered-by') ? ['it tells what it is made of'] : []),
    ...(/^[A-Za-z0-9._-]{1,128}$/.test(headers.get('x-request-id') ?? '')
      ? []
      : ['it has no usable x-request-id']),
  ];
}
