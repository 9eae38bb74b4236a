import { AsyncLocalStorage } from 'node:async_hooks';

/** Who stands behind a transaction, and through which door they came. Ids only, nothing secret. */
export interface Acting {
  /** `user`, `mobile`: a JWT; `token`, `key`: a program's credential; `operator`: the command line. */
  readonly door: 'user' | 'mobile' | 'token' | 'key' | 'operator' | 'system';
  /** What the door knows them by: idpId, keyId, the operator's login. Null for the system itself. */
  readonly actor: string | null;
  readonly userId?: string;
  /** One for each request, and for each run of a command. */
  readonly requestId?: string;
}

const SYSTEM: Acting = { door: 'system', actor: null };
const asked = new AsyncLocalStorage<() => Acting | undefined>();
const askedOfEach = new AsyncLocalStorage<ActingEach | undefined>();

/** Who acts for each of a transaction's rows, by what its table is `actedAs`. */
export type ActingEach = Readonly<Record<string, Acting>>;

/**
 * Everything that `work` writes is told as this one's act. Asked with each transaction, for a request is there before
 * anybody knows whose it is; undefined for nobody's.
 */
export function actingAs<T>(who: () => Acting | undefined, work: () => T): T {
  return asked.run(who, work);
}

/** The same where `work` writes for several callers in one transaction: rows that `each` names are their acts. */
export function actingEach<T>(each: ActingEach, work: () => T): T {
  return askedOfEach.run(each, work);
}

export function whoActsEach(): ActingEach | undefined {
  return askedOfEach.getStore();
}

export function whoActs(): Acting {
  return asked.getStore()?.() ?? SYSTEM;
}
