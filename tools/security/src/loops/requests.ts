import type { Sending } from '../client.ts';
import type { Operation } from '../document.ts';
import { ownRequests, sendingOf } from '../matrix/own-requests.ts';
import type { TwoCompanies } from '../stage/two-companies.ts';

/** Objects of their own for some clients, because the second request for an object may only repeat the first one. */
const OBJECTS = 6;
/** The operator's command line takes a second for an object. */
const MADE_WITHIN_MS = 2_000;

/** @returns valid requests of the attacked company, made for an operation */
export async function requestsFor(operation: Operation, companies: TwoCompanies): Promise<Sending[]> {
  const until = performance.now() + MADE_WITHIN_MS;
  const all: Sending[] = [];
  for (let made = 0; made < OBJECTS && (made === 0 || performance.now() < until); made++)
    all.push(...(await ownRequests(operation, companies, true)).map((own) => sendingOf(own)));
  return all;
}
