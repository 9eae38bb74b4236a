import { type components, newId } from '@furrow/client';
import { PhoneDatabase } from './database.ts';
import { matches, type Pin, TRIES } from './pin.ts';

type SignedIn = components['schemas']['ConsoleSession'];

const DAY_MS = 86_400_000;
/** How long a phone works without the office. */
export const WITHOUT_OFFICE_MS = 14 * DAY_MS;
/** Whoever used the phone within this time need not give the PIN again: a browser ends pages in the background. */
const STAYS_UNLOCKED_MS = 30 * 60_000;

/** A user who has signed in on this phone. */
export interface PhoneUser {
  readonly userId: string;
  readonly user: SignedIn['user'];
  readonly company: SignedIn['company'];
  /** When the office last said that the user is signed in; milliseconds since 1970. */
  readonly confirmedAt: number;
  readonly usedAt: number;
  readonly pin?: Pin;
  /** Wrong PINs since the last right one. */
  readonly wrong: number;
  /** The office has said that the user is no longer active: what is unsent can still be handed over. */
  readonly isInactive?: true;
}

/** The users of this phone; the office's answer decides who they are. */
export class PhoneUsers {
  readonly #database: PhoneDatabase;

  constructor(
    private readonly now: () => number,
    factory?: IDBFactory,
  ) {
    this.#database = new PhoneDatabase({ name: 'furrow-field', version: 2, upgrade }, factory);
  }

  /** Whoever used the phone last comes first. */
  async list(): Promise<readonly PhoneUser[]> {
    const users = await this.#database.read(['users'], (s) => s('users').getAll() as IDBRequest<PhoneUser[]>);
    return users.sort((a, b) => b.usedAt - a.usedAt);
  }

  /** The office has said who is signed in, which forgives wrong PINs. */
  async confirm({ user, company }: SignedIn): Promise<PhoneUser> {
    const known = await this.#find(user.userId);
    const now = this.now();
    // An ended PIN is chosen anew.
    const pin = known?.pin && known.wrong < TRIES ? { pin: known.pin } : {};
    const confirmed = { usedAt: now, ...pin, userId: user.userId, user, company, confirmedAt: now, wrong: 0 };
    await this.#put(confirmed);
    return confirmed;
  }

  /** The phone's own name for itself, by which the office knows it: made once, and the same for all of its users. */
  async phoneId(): Promise<string> {
    type Found = { readonly id: string } | undefined;
    const read = () => this.#database.read(['phone'], (s) => s('phone').get(1) as IDBRequest<Found>);
    const found = await read();
    if (found) return found.id;
    // Of two tabs that make one, the first wins.
    await this.#database
      .write(['phone'], (stores) => void stores('phone').add({ key: 1, id: newId() }))
      .catch(() => undefined);
    return (await read())?.id ?? newId();
  }

  async use(user: PhoneUser, changes: Partial<PhoneUser> = {}): Promise<PhoneUser> {
    const used = { ...user, ...changes, usedAt: this.now() };
    await this.#put(used);
    return used;
  }

  /** @returns the user, or undefined after a wrong PIN, which is counted before it is compared */
  async unlock(user: PhoneUser, digits: string): Promise<PhoneUser | undefined> {
    const known = await this.#find(user.userId);
    if (!known?.pin || known.wrong >= TRIES) return undefined;
    await this.#put({ ...known, wrong: known.wrong + 1 });
    if (!(await matches(digits, known.pin))) return undefined;
    return this.use(known, { wrong: 0 });
  }

  async forget(userId: string): Promise<void> {
    await this.#database.write(['users'], (stores) => void stores('users').delete(userId));
  }

  /** Whether the phone may be used without asking the office: it has to be confirmed within 14 days. */
  isConfirmed({ confirmedAt, isInactive }: PhoneUser): boolean {
    const age = this.now() - confirmedAt;
    return isInactive !== true && age < WITHOUT_OFFICE_MS && age > -DAY_MS;
  }

  needsPin({ pin, usedAt }: PhoneUser): boolean {
    const age = this.now() - usedAt;
    return pin !== undefined && !(age >= 0 && age < STAYS_UNLOCKED_MS);
  }

  #find(userId: string): Promise<PhoneUser | undefined> {
    return this.#database.read(['users'], (s) => s('users').get(userId) as IDBRequest<PhoneUser | undefined>);
  }

  #put(user: PhoneUser): Promise<void> {
    return this.#database.write(['users'], (stores) => void stores('users').put(user));
  }
}

/** The second version of the database has the phone's own name. */
function upgrade(database: IDBDatabase, before: number): void {
  if (before < 1) database.createObjectStore('users', { keyPath: 'userId' });
  if (before < 2) database.createObjectStore('phone', { keyPath: 'key' });
}
