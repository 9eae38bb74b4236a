import type { Sending } from '../client.ts';
import type { Operation } from '../document.ts';
import { Credentials } from '../matrix/credentials.ts';
import { GOOD_REQUESTS } from '../matrix/good-requests.ts';
import type { GoodRequest } from '../matrix/reads.ts';
import { sentBody } from '../matrix/sent-body.ts';
import type { TwoCompanies } from '../stage/two-companies.ts';

/** Objects of their own for some clients, because the second request for an object may only repeat the first one. */
const OBJECTS = 6;
/** The operator's command line takes a second for an object. */
const MADE_WITHIN_MS = 2_000;

/** @returns valid requests of the attacked company, made for an operation */
export async function requestsFor(operation: Operation, companies: TwoCompanies): Promise<Sending[]> {
  const make = GOOD_REQUESTS[operation.id];
  if (make === undefined) throw new Error(`There is no valid request for ${operation.id}`);
  const until = performance.now() + MADE_WITHIN_MS;
  const good: GoodRequest[] = [];
  for (let made = 0; made < OBJECTS && (made === 0 || performance.now() < until); made++)
    good.push(...[await make(companies.acme, companies)].flat());
  const headers = await credentialFor(operation, companies);
  return good.map((each) => {
    const sent = sentBody(each);
    return {
      ...{ ...sent, method: operation.method, path: each.path },
      headers: { ...sent.headers, ...each.headers, ...headers },
    };
  });
}

async function credentialFor(
  operation: Operation,
  companies: TwoCompanies,
): Promise<Readonly<Record<string, string>>> {
  const [scheme] = operation.schemes.toReversed(); // a user's JWT rather than a session of the console
  if (scheme === undefined) return {};
  const { own = [] } = await new Credentials(companies).for(operation, scheme);
  return own[0]?.headers ?? {};
}
