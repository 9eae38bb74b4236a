import { AsyncLocalStorage } from 'node:async_hooks';

/** Who acts in a transaction, and how they were authenticated. Only ids, nothing secret. */
export interface Acting {
  /** `user`, `mobile`: a JWT; `token`, `key`: a program's credential; `operator`: the command line. */
  readonly channel: 'user' | 'mobile' | 'token' | 'key' | 'operator' | 'system';
  /** Their name in the channel: idpId, keyId, the operator's login. Null for the system itself. */
  readonly actor: string | null;
  readonly userId?: string;
  /** One for each request, and for each run of a command. */
  readonly requestId?: string;
}

const SYSTEM: Acting = { channel: 'system', actor: null };
const asked = new AsyncLocalStorage<() => Acting | undefined>();
const askedOfEach = new AsyncLocalStorage<ActingEach | undefined>();

/** Who acts for each row of a transaction, by the value of its table's `actedAs`. */
export type ActingEach = Readonly<Record<string, Acting>>;

/**
 * Attributes everything that `work` writes to this actor. Evaluated with each transaction, because a request exists
 * before its caller is known; undefined for nobody.
 */
export function actingAs<T>(who: () => Acting | undefined, work: () => T): T {
  return asked.run(who, work);
}

/** The same if `work` writes for several callers in one transaction: rows that `each` names are attributed to them. */
export function actingEach<T>(each: ActingEach, work: () => T): T {
  return askedOfEach.run(each, work);
}

export function whoActsEach(): ActingEach | undefined {
  return askedOfEach.getStore();
}

export function whoActs(): Acting {
  return asked.getStore()?.() ?? SYSTEM;
}
