import type { Sending } from '../client.ts';
import type { Operation } from '../document.ts';
import type { TwoCompanies } from '../stage/two-companies.ts';
import { Credentials } from './credentials.ts';
import { goodRequests, sentBody } from './good-requests.ts';
import type { GoodRequest } from './rows.ts';

/** A valid request, and the headers of a caller for whom it succeeds. */
export interface OwnRequest {
  readonly operation: Operation;
  readonly good: GoodRequest;
  readonly headers: Readonly<Record<string, string>>;
}

/** @returns all valid requests to an operation by one caller of the attacked company */
export async function ownRequests(
  operation: Operation,
  companies: TwoCompanies,
  isFiltered = false,
): Promise<[OwnRequest, ...OwnRequest[]]> {
  const [scheme] = operation.schemes;
  const { own } = scheme === undefined ? {} : await new Credentials(companies).for(operation, scheme);
  const headers = own?.[0]?.headers ?? {};
  const all = await goodRequests(operation, companies.acme, companies, isFiltered);
  return all.map((good) => ({ operation, good, headers })) as [OwnRequest, ...OwnRequest[]];
}

/** @param more replaces what the request has */
export function sendingOf({ operation, good, headers }: OwnRequest, more: Partial<Sending> = {}): Sending {
  const sent = sentBody(good);
  return {
    ...{ ...sent, method: operation.method, path: good.path, ...more },
    headers: { ...sent.headers, ...good.headers, ...headers, ...more.headers },
  };
}
