import { type Host, nameOf, type Operation, operations } from '../document.ts';
import { Credentials } from '../matrix/credentials.ts';
import { goodRequests, sentBody } from '../matrix/good-requests.ts';
import type { GoodRequest } from '../matrix/rows.ts';
import type { TwoCompanies } from '../stage/two-companies.ts';
import type { RawRequest } from './exchange.ts';
import type { Overlay } from './shapes/shape.ts';

/** An operation with one kind of credential, and a request that succeeds. */
export interface Caller {
  /** For example `POST /api/iot/token (gateway), without a credential`. */
  readonly name: string;
  readonly operation: Operation;
  readonly good: GoodRequest;
  readonly headers: Readonly<Record<string, string>>;
  readonly isKnown: boolean;
}

/** A path without a route. */
const NOWHERE: Omit<Operation, 'host'> = {
  ...{ id: 'nowhere', method: 'GET', path: '/nowhere', schemes: [], needs: {} },
  ...{ parameters: [], bodies: {}, answers: [] },
};

/** Every operation of both hosts, without a credential and with a valid one of each kind that it accepts. */
export async function callersOf(companies: TwoCompanies): Promise<Caller[]> {
  const credentials = new Credentials(companies);
  const callers: Caller[] = [];
  for (const operation of operations()) {
    const [good] = await goodRequests(operation, companies.acme, companies);
    callers.push(callerOf(operation, good, {}, 'without a credential', operation.schemes.length === 0));
    for (const scheme of operation.schemes) {
      const { own = [] } = await credentials.for(operation, scheme);
      for (const [index, { headers = {} }] of own.entries())
        callers.push(
          callerOf(operation, good, headers, `by ${scheme}${own.length > 1 ? ` ${index + 1}` : ''}`, true),
        );
    }
  }
  return [...callers, ...(['api', 'gateway'] as const).map(nowhereOn)];
}

/** Applies a shape's overlay to a valid request. */
export function requestOf({ operation, good, headers }: Caller, overlay: Overlay): RawRequest {
  const given = new Set(overlay.headers?.map(([name]) => name));
  const sent = sentBody(good);
  const body = overlay.body ?? (sent.body === undefined ? undefined : Buffer.from(sent.body));
  const base = { ...sent.headers, ...good.headers, ...headers };
  return {
    ...{ method: operation.method, path: overlay.path ?? good.path, body },
    headers: [...Object.entries(base).filter(([name]) => !given.has(name)), ...(overlay.headers ?? [])],
  };
}

function callerOf(
  operation: Operation,
  good: GoodRequest,
  headers: Readonly<Record<string, string>>,
  who: string,
  isKnown: boolean,
): Caller {
  return { name: `${nameOf(operation)}, ${who}`, operation, good, headers, isKnown };
}

function nowhereOn(host: Host): Caller {
  return callerOf(
    { ...NOWHERE, host },
    { path: '/nowhere', own: 'refused', foreign: 'refused' },
    {},
    'without a credential',
    true,
  );
}
