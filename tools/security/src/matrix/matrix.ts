import type { Check } from '../check.ts';
import type { Answer, Sending } from '../client.ts';
import { type Operation, operations } from '../document.ts';
import { problemsOf } from '../inspect.ts';
import type { TwoCompanies } from '../stage/two-companies.ts';
import { Credentials } from './credentials.ts';
import { sentBody } from './sent-body.ts';
import { GOOD_REQUESTS } from './good-requests.ts';
import type { Answered, GoodRequest } from './reads.ts';
import { type Disguise, type Disguises, type Outcome, type Row, ROWS } from './rows.ts';

const SUITE = 'tenants';
/** The successful request comes last: it proves that the earlier ones were refused for their credentials alone. */
const ORDER: readonly Row[] = [...ROWS.filter((row) => row !== 'own'), 'own'];

/**
 * Every operation × every kind of caller.
 * @param quick tries all variants of an invalid credential at the first operation of its scheme only, and at each other
 * operation one of them: the code that refuses them is the same for all
 */
export async function tenantMatrix(
  companies: TwoCompanies,
  quick: boolean,
  say: (line: string) => void,
): Promise<Check[]> {
  const matrix = new Matrix(companies, quick);
  for (const operation of operations()) {
    say(`tenants: ${operation.method} ${operation.path}`);
    await matrix.ask(operation);
  }
  return matrix.checks();
}

class Matrix {
  readonly #credentials: Credentials;
  readonly #asked = new Map<Row, number>(ROWS.map((row) => [row, 0]));
  readonly #problems = new Map<Row, string[]>(ROWS.map((row) => [row, []]));
  readonly #unknown: string[] = [];
  readonly #schemes = new Set<string | undefined>();
  #operations = 0;

  constructor(
    private readonly companies: TwoCompanies,
    private readonly quick: boolean,
  ) {
    this.#credentials = new Credentials(companies);
  }

  async ask(operation: Operation): Promise<void> {
    this.#operations++;
    const make = GOOD_REQUESTS[operation.id];
    if (make === undefined) {
      this.#unknown.push(`good-requests.ts has no valid request for ${operation.id}`);
      return;
    }
    // An operation with several schemes is called with each, each time on a new object.
    for (const scheme of operation.schemes.length > 0 ? operation.schemes : [undefined]) {
      const made = await make(this.companies.acme, this.companies);
      for (const good of Array.isArray(made) ? (made as GoodRequest[]) : [made as GoodRequest])
        await this.#askAll(
          operation,
          good,
          this.#chosen(await this.#disguises(operation, scheme, good), scheme),
        );
    }
  }

  checks(): Check[] {
    return [
      {
        ...{ suite: SUITE, what: 'operations of docs/openapi.json', asked: this.#operations },
        problems: this.#unknown,
      },
      ...ROWS.map((row) => ({
        ...{
          suite: SUITE,
          what: row,
          asked: this.#asked.get(row) ?? 0,
          problems: this.#problems.get(row) ?? [],
        },
      })),
    ];
  }

  async #disguises(operation: Operation, scheme: string | undefined, good: GoodRequest): Promise<Disguises> {
    if (good.disguises) return good.disguises;
    if (scheme !== undefined) return this.#credentials.for(operation, scheme);
    // Public, and the same for every caller.
    return { own: [{ outcome: 'own' }], malformed: [{ headers: { authorization: 'abc' }, outcome: 'own' }] };
  }

  #chosen(disguises: Disguises, scheme: string | undefined): Disguises {
    const isFirst = !this.#schemes.has(scheme);
    this.#schemes.add(scheme);
    if (!this.quick || isFirst) return disguises;
    return Object.fromEntries(
      Object.entries(disguises).map(([row, variants]) => [row, oneOfEachRefusal(variants, this.#operations)]),
    );
  }

  async #askAll(operation: Operation, good: GoodRequest, disguises: Disguises): Promise<void> {
    for (const row of ORDER)
      for (const disguise of disguises[row] ?? []) await this.#askAs(operation, good, row, disguise);
  }

  async #askAs(operation: Operation, good: GoodRequest, row: Row, disguise: Disguise): Promise<void> {
    const expected = expectedOf(good, disguise.outcome);
    if (expected === undefined) return;
    const sending = sendingOf(operation, good, disguise);
    this.#asked.set(row, (this.#asked.get(row) ?? 0) + 1);
    const problems = await this.#judged(operation, sending, row, (answer) =>
      unexpected(answer, expected, disguise.outcome === 'own' ? undefined : good.partly),
    );
    const what = `${operation.method} ${operation.path}`;
    this.#problems.get(row)?.push(...problems.map((problem) => `${what}: ${problem}`));
  }

  async #judged(
    operation: Operation,
    sending: Sending,
    row: Row,
    expectation: (answer: Answer) => string[],
  ): Promise<string[]> {
    const { acme, rival, stage } = this.companies;
    const isOfAcme = ['own', 'other owner', 'no scope'].includes(row);
    const forbidden = isOfAcme
      ? rival.secrets
      : row === 'other company'
        ? acme.secrets
        : this.companies.secrets;
    try {
      const answer = await stage.clients[operation.host].send(sending);
      return [...expectation(answer), ...problemsOf({ operation, sending, answer }, forbidden)];
    } catch (error) {
      return [`no answer: ${(error as Error).message}`];
    }
  }
}

/** @param turn chooses another variant of the same refusal each time */
function oneOfEachRefusal(variants: readonly Disguise[], turn: number): Disguise[] {
  const same = Map.groupBy(variants, ({ outcome }, index) =>
    typeof outcome === 'string' ? index : String(outcome),
  );
  return [...same.values()].flatMap((each) => each[turn % each.length] ?? []);
}

function expectedOf(good: GoodRequest, outcome: Outcome): Answered | undefined {
  if (typeof outcome !== 'string') return outcome;
  return outcome === 'own' ? good.own : good[outcome];
}

function sendingOf(
  { method }: Operation,
  good: GoodRequest,
  { headers, path, body = good.body }: Disguise,
): Sending {
  const sent = sentBody({ ...good, ...(body && { body }) });
  return {
    ...sent,
    method,
    path: path ?? good.path,
    headers: { ...sent.headers, ...good.headers, ...headers },
  };
}

/** @param partly for bulk answers: the code that each part may have */
function unexpected({ status, text }: Answer, expected: Answered, partly: string | undefined): string[] {
  const [wanted, code] = typeof expected === 'number' ? [expected, undefined] : expected;
  // An answer to HEAD has no body.
  const answered = text === '' ? code : (/"code":"(\w+)"/.exec(text)?.[1] ?? undefined);
  if (status !== wanted || (code !== undefined && answered !== code))
    return [`it answered ${status} ${answered ?? ''}, not ${wanted} ${code ?? ''}: ${text.slice(0, 200)}`];
  if (partly === undefined || status !== 207) return [];
  const parts = (JSON.parse(text) as { data: { results?: { code?: string }[] } }).data.results ?? [];
  const wrong = parts.filter(({ code: each = '' }) => !partly.split('|').includes(each));
  return parts.length > 0 && wrong.length === 0
    ? []
    : [`some of its parts were accepted: ${text.slice(0, 200)}`];
}
