import { hashKey, type QueryKey } from '@tanstack/react-query';
import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';
import { isKept, keptMs } from './retention.ts';
import type { SignedIn } from '../types.ts';

/** Bounds the wait for IndexedDB, which must not keep screens from being shown. */
const FOUND_WITHIN_MS = 3_000;
/** Raise this when answers change their shape: those stored by an older console are then dropped. */
const VERSION = 6;
const LAST = 'last';
const USER_KEY = ['console-session'] as const;

export interface LastAnswer {
  readonly data: unknown;
  /** When it was fetched, in milliseconds since 1970. */
  readonly at: number;
}

/** The user whose answers are stored. */
interface Owner {
  readonly userId: string;
  readonly role: SignedIn['user']['role'];
  readonly at: number;
  /** Absent after the session has ended: the answers stay, and nobody is shown them who has not signed in again. */
  readonly signedIn?: SignedIn;
}

interface Schema extends DBSchema {
  answers: { key: string; value: LastAnswer & { until: number }; indexes: { until: number } };
  owner: { key: string; value: Owner };
}

type Names = ('answers' | 'owner')[];
type Store<Name extends 'answers' | 'owner'> = IDBPObjectStore<Schema, Names, Name, 'readwrite'>;

/**
 * The answers stored in this browser, all of one user. Every write states whose answer it is, and is dropped if the
 * owner has changed or the session has ended meanwhile, also in another tab. A browser without storage works with the
 * network alone.
 */
export class KeptAnswers {
  #opened: Promise<IDBPDatabase<Schema>> | undefined;

  constructor(private readonly now: () => number) {}

  /** Makes somebody the owner. What another user, or the same one in another role, has left is deleted. */
  async remember(signedIn: SignedIn): Promise<void> {
    const { userId, role } = signedIn.user;
    await this.#change(async (answers, owner) => {
      const before = await owner.get(LAST);
      if (before?.userId !== userId || before.role !== role) await answers.clear();
      await owner.put({ userId, role, signedIn, at: this.now() }, LAST);
    });
  }

  /** Who was signed in last, unless that session has ended. */
  async recall(): Promise<SignedIn | undefined> {
    const found = await within(this.#database().then((database) => database.get('owner', LAST)));
    return found && isKept(USER_KEY, found.at, this.now()) ? found.signedIn : undefined;
  }

  /** Hides the answers until their owner signs in again. @param userId whose session has ended; the owner's if unknown */
  async hide(userId?: string): Promise<void> {
    await this.#change(async (_, owner) => {
      const before = await owner.get(LAST);
      if (!before || (userId ?? before.userId) !== before.userId) return;
      await owner.put({ userId: before.userId, role: before.role, at: before.at }, LAST);
    });
  }

  /** Deletes everything of a user, by default of the owner. @returns whose data it was */
  async forget(userId?: string): Promise<string | undefined> {
    let forgotten = userId;
    await this.#change(async (answers, owner) => {
      const before = await owner.get(LAST);
      if (before && (userId ?? before.userId) !== before.userId) return;
      forgotten = before?.userId ?? userId;
      await Promise.all([answers.clear(), owner.clear()]);
    });
    return forgotten;
  }

  async read(userId: string, queryKey: QueryKey): Promise<LastAnswer | undefined> {
    const key = keyOf(userId, queryKey);
    const found = await within(this.#database().then((database) => database.get('answers', key)));
    return found && isKept(queryKey, found.at, this.now()) ? found : undefined;
  }

  async write(userId: string, queryKey: QueryKey, { data, at }: LastAnswer): Promise<void> {
    if (!isKept(queryKey, at, this.now())) return;
    await this.#change(async (answers, owner) => {
      const { userId: ownerId, signedIn } = (await owner.get(LAST)) ?? {};
      if (ownerId !== userId || !signedIn) return;
      await answers.put({ data, at, until: at + keptMs(queryKey) }, keyOf(userId, queryKey));
    });
  }

  async remove(userId: string, queryKey: QueryKey): Promise<void> {
    await this.#change((answers) => answers.delete(keyOf(userId, queryKey)));
  }

  /** Deletes what is too old. */
  async prune(): Promise<void> {
    await this.#change(async (answers) => {
      const old = await answers.index('until').getAllKeys(IDBKeyRange.upperBound(this.now()));
      await Promise.all(old.map((key) => answers.delete(key)));
    });
  }

  async #change(work: (answers: Store<'answers'>, owner: Store<'owner'>) => Promise<unknown>): Promise<void> {
    try {
      const transaction = (await this.#database()).transaction(['answers', 'owner'], 'readwrite');
      const stores = [transaction.objectStore('answers'), transaction.objectStore('owner')] as const;
      await Promise.all([work(...stores), transaction.done]);
    } catch {
      // Nothing is stored, or what is stored cannot be read either.
    }
  }

  /** It rejects also where the browser throws at once. */
  async #database(): Promise<IDBPDatabase<Schema>> {
    const close = () => {
      void this.#opened?.then((database) => database.close());
      this.#opened = undefined;
    };
    this.#opened ??= openDB<Schema>('furrow-console', VERSION, {
      upgrade(database) {
        for (const store of database.objectStoreNames) database.deleteObjectStore(store);
        database.createObjectStore('answers').createIndex('until', 'until');
        database.createObjectStore('owner');
      },
      // A newer console in another tab waits for this one to close the database.
      blocking: close,
      terminated: () => (this.#opened = undefined),
    });
    try {
      return await this.#opened;
    } catch (error) {
      this.#opened = undefined;
      throw error;
    }
  }
}

const keyOf = (userId: string, queryKey: QueryKey): string => `${userId} ${hashKey(queryKey)}`;

/** What is found, or undefined if that takes too long or fails. */
async function within<Found>(finding: Promise<Found>): Promise<Found | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), FOUND_WITHIN_MS);
  });
  const found = await Promise.race([finding.catch(() => undefined), late]);
  clearTimeout(timer);
  return found;
}
