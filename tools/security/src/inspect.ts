import { fileURLToPath } from 'node:url';
import { expectDescribed } from '@furrow/http/testing';
import type { Answer, Sending } from './client.ts';
import type { Operation } from './document.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Words of stacks, of SQL and of PostgreSQL’s messages, and folders of this machine. */
const INSIDES =
  /^[ \t]+at .+:\d+:\d+|\.[jt]s:\d+:\d+|node_modules|\/dist\/|node:internal|furrow_(?:tenant|system)|relation "|column "|syntax error at or near|invalid input syntax|violates |QueryFailedError|\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM) .+ (?:FROM|VALUES|SET|WHERE) /m;
/** Beside those that docs/openapi.json asks for. */
const HARDENED = [
  ...['content-security-policy', 'referrer-policy', 'strict-transport-security', 'x-frame-options'],
];

/** What was asked of an operation, and what came back. */
export interface Asked {
  readonly operation: Operation;
  readonly sending: Sending;
  readonly answer: Answer;
}

/**
 * What is wrong with an answer, whatever was asked: more than docs/openapi.json says, a 500, the insides of the
 * service, headers that are missing, and what only others may see.
 * @param forbidden texts that must not be in it, unless the request itself had them
 */
export function problemsOf({ operation, sending, answer }: Asked, forbidden: readonly string[]): string[] {
  const { status, text } = answer;
  const problems = status === 500 ? ['it answered 500'] : [];
  if (status >= 400) problems.push(...insidesIn(text));
  problems.push(...headerProblems(answer));
  if (!isHeadTooLarge(sending, answer)) problems.push(...undescribedIn({ operation, sending, answer }));
  const said = [sending.path, sending.body, JSON.stringify(sending.headers)].join('\n');
  const told = operation.id === 'signIn_begin' ? withoutChoices(text) : text;
  const leaked = forbidden.filter((mark) => told.includes(mark) && !said.includes(mark));
  if (leaked.length > 0) problems.push(`it leaks ${leaked.join(', ')}`);
  return problems;
}

/** Development keys let whoever sits at this machine be anybody of any company, so the page that asks whom names them all. */
function withoutChoices(page: string): string {
  return page.replace(
    /<h2>[^<]*<\/h2>|<form [^>]*><button>[^<]*<small>[^<]*<\/small><\/button><\/form>/g,
    '',
  );
}

/** A request whose path nearly fills a head reaches no operation: the document's introduction tells of the refusal. */
function isHeadTooLarge({ path }: Asked['sending'], { status, text }: Asked['answer']): boolean {
  return status === 431 && path.length > 15_000 && text.includes('"headers_too_large"');
}

/** What of an answer docs/openapi.json says otherwise. */
function undescribedIn({ operation, sending, answer }: Asked): string[] {
  const { status, headers, text } = answer;
  try {
    expectDescribed(operation.host, {
      ...{ method: sending.method, status, headers, text },
      // Whatever stands in the place of a parameter, it is this operation that was asked.
      path: operation.path.replace(/\{[^{}]+\}/g, 'x'),
      body: typeof sending.body === 'object' ? Buffer.from(sending.body).toString() : sending.body,
      contentType: sending.headers?.['content-type'],
    });
  } catch (error) {
    return [(error as Error).message.replace(/\nThe answer was[^]*/, '')];
  }
  return [];
}

export function insidesIn(text: string): string[] {
  // As it reads once it is out of its JSON.
  const [found] = INSIDES.exec(text.replaceAll('\\"', '"').replaceAll('\\n', '\n')) ?? [];
  if (found !== undefined) return [`it tells of its insides: ${found}`];
  return text.includes(ROOT) ? ['it tells a path of this machine'] : [];
}

export function headerProblems({ status, headers }: Answer): string[] {
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
