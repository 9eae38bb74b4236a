import type { Check } from '@furrow/program';
import type { Answer, Sending } from '../client.ts';
import { type Operation, operations } from '../document.ts';
import { problemsOf } from '../inspect.ts';
import type { TwoCompanies } from '../stage/two-companies.ts';
import { Credentials } from './credentials.ts';
import { goodRequests } from './good-requests.ts';
import { sendingOf } from './own-requests.ts';
import {
  type Answered,
  type Disguise,
  type Disguises,
  type GoodRequest,
  type Outcome,
  type Row,
  ROWS,
} from './rows.ts';

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
  /** Operations without a valid request, which would go untried. */
  readonly #unmade: string[] = [];
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
    // An operation with several schemes is called with each, each time on a new object; its filters only with the first.
    for (const [index, scheme] of (operation.schemes.length > 0
      ? operation.schemes
      : [undefined]
    ).entries()) {
      const made = await goodRequests(operation, this.companies.acme, this.companies, index === 0).catch(
        (error: unknown) => {
          this.#unmade.push(`${operation.id}: ${String(error)}`);
          return [];
        },
      );
      for (const good of made) {
        const disguises = await this.#disguises(operation, scheme, good);
        await this.#askAll(operation, good, this.#chosen(disguises, scheme));
      }
    }
  }

  checks(): Check[] {
    return [
      {
        ...{ suite: SUITE, what: 'operations of docs/openapi.json', asked: this.#operations },
        problems: this.#unmade,
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
    const { headers = {}, path = good.path, body } = disguise;
    const own = { operation, good: { ...good, path, ...(body && { body }) }, headers };
    const sending = sendingOf(own);
    this.#asked.set(row, (this.#asked.get(row) ?? 0) + 1);
    const problems = await this.#judged(operation, sending, row, (answer) => unexpected(answer, expected));
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

/** Of a filter by another company's object. */
const FOREIGN_FILTER = /_(?:forbidden|mismatch)$/;

function unexpected({ status, text }: Answer, expected: Answered): string[] {
  // An answer to HEAD has no body.
  const code = /"code":"(\w+)"/.exec(text)?.[1];
  const isSo = (): boolean => {
    if (typeof expected !== 'string') return status === expected[0] && (text === '' || code === expected[1]);
    // Of a bulk request each part is served or refused.
    const codes = status === 207 ? partsOf(text).map((part) => part.code) : [];
    if (expected === 'served') return status < 400 && codes.every((each) => each === undefined);
    if (status === 207) return codes.every((each) => each !== undefined);
    return status === 400 || status === 404 || (status === 403 && FOREIGN_FILTER.test(code ?? ''));
  };
  if (isSo()) return [];
  const wanted = typeof expected === 'string' ? expected : expected.join(' ');
  return [`it answered ${status} ${code ?? ''}, not ${wanted}: ${text.slice(0, 200)}`];
}

function partsOf(text: string): readonly { readonly code?: string }[] {
  return (JSON.parse(text) as { data: { results: { code?: string }[] } }).data.results;
}
