import type { Answer, FurrowError } from '@furrow/client';
import { type Caller, type Callers, hasEnded, isInactive } from '@furrow/web';
import type { KeptAnswers } from './kept/kept-answers.ts';
import type { SignedIn } from './types.ts';

/** What the page may show. */
export type SessionStatus =
  /** Nothing yet: stored data may belong to somebody else than the server’s answer will name. */
  | { readonly is: 'unknown' }
  | { readonly is: 'signed-in'; readonly signedIn: SignedIn }
  /** Nobody is known, and there is no answer. */
  | { readonly is: 'unanswered'; readonly error: FurrowError }
  /** Nobody is signed in. What the user has left stays stored, for the same user. */
  | { readonly is: 'ended'; readonly wasHere: boolean }
  /** The user is no longer active. What they have left is deleted, of which the server did not have so many items. */
  | { readonly is: 'inactive'; readonly unsent: number };

/** What tabs send each other. */
export interface Notice {
  readonly type: 'signed-in' | 'signed-out' | 'ended' | 'inactive';
  readonly userId: string;
}

export interface Surroundings {
  /** Who is signed in; it resolves in every case. */
  readonly ask: () => Promise<Answer<{ readonly data: SignedIn }>>;
  /** Signs out at the server. @throws FurrowError @returns where to go */
  readonly leave: () => Promise<string>;
  readonly kept: Pick<KeptAnswers, 'remember' | 'recall' | 'hide' | 'forget'>;
  /** Deletes a user's unsent items. @returns how many there were */
  readonly discardUnsent: (userId: string) => Promise<number>;
  /** Drops what this page has in memory of a user. */
  readonly dropAnswers: () => void;
  readonly notify: (notice: Notice) => void;
}

/** Whose page this is. Every call to the server reports its refusals here. */
export class SessionState implements Callers {
  #status: SessionStatus = { is: 'unknown' };
  #caller: Caller | undefined;
  #signedIn: SignedIn | undefined;
  #asking: Promise<void> | undefined;
  /** Counts changes after which an answer on its way is outdated. */
  #changes = 0;
  readonly #listeners = new Set<() => void>();

  constructor(private readonly around: Surroundings) {}

  get status(): SessionStatus {
    return this.#status;
  }

  get caller(): Caller | undefined {
    return this.#caller;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Asks the server who is signed in. A call meanwhile joins it. */
  readonly ask = (): Promise<void> =>
    (this.#asking ??= this.#ask().finally(() => (this.#asking = undefined)));

  /** Shows nothing until the server has answered: the page comes back from where no notice reached it. */
  suspend(): void {
    this.#changes++;
    this.#setStatus({ is: 'unknown' });
    void this.ask();
  }

  heed(caller: Caller, error: FurrowError): void {
    if (caller !== this.#caller) return;
    if (hasEnded(error)) this.#end();
    else if (isInactive(error)) void this.#refuse();
  }

  /** Handles a notice of another tab. */
  hear({ type, userId }: Notice): void {
    const isOurs = this.#caller?.userId === userId;
    if (type === 'signed-in' && !isOurs) {
      // An answer on its way may be from before.
      this.#changes++;
      void this.ask();
    } else if (type === 'inactive' && isOurs) this.#leave({ is: 'inactive', unsent: 0 });
    else if (type !== 'signed-in' && isOurs) this.#leave({ is: 'ended', wasHere: true });
  }

  /** Ends the session, and deletes what is stored of its user. @throws FurrowError @returns where to go */
  async signOut(): Promise<string> {
    const userId = this.#caller?.userId;
    const next = await this.around.leave();
    this.#leave({ is: 'ended', wasHere: false });
    await this.#forget(userId, 'signed-out');
    return next;
  }

  async #ask(): Promise<void> {
    const changes = this.#changes;
    const answer = await this.around.ask();
    if (changes !== this.#changes) return this.#ask();
    if (answer.ok) this.#admit(answer.body.data);
    else if (hasEnded(answer.error)) this.#end();
    else if (isInactive(answer.error)) await this.#refuse();
    else await this.#goOnWithout(answer.error);
  }

  #admit(signedIn: SignedIn): void {
    const { userId, role } = signedIn.user;
    const before = this.#signedIn?.user;
    const isSame = this.#caller !== undefined && before?.userId === userId && before.role === role;
    if (!isSame) {
      if (this.#caller) this.#drop();
      this.#become({ userId });
      this.around.notify({ type: 'signed-in', userId });
    }
    this.#signedIn = signedIn;
    void this.around.kept.remember(signedIn);
    this.#setStatus({ is: 'signed-in', signedIn });
  }

  #end(): void {
    const userId = this.#caller?.userId;
    void this.around.kept.hide(userId);
    if (this.#status.is !== 'ended') this.#leave({ is: 'ended', wasHere: userId !== undefined });
    if (userId !== undefined) this.around.notify({ type: 'ended', userId });
  }

  async #refuse(): Promise<void> {
    if (this.#status.is === 'inactive') return;
    const userId = this.#caller?.userId;
    this.#leave({ is: 'inactive', unsent: 0 });
    const unsent = await this.#forget(userId, 'inactive');
    if (this.#is('inactive')) this.#setStatus({ is: 'inactive', unsent });
  }

  /** Without an answer, what was known last is shown, unless the server has refused the user since. */
  async #goOnWithout(error: FurrowError): Promise<void> {
    if (!this.#is('unknown') && !this.#is('unanswered')) return;
    const changes = this.#changes;
    const signedIn = this.#signedIn ?? (await this.around.kept.recall());
    if (changes !== this.#changes) return this.#ask();
    if (!signedIn) {
      this.#setStatus({ is: 'unanswered', error });
      return;
    }
    if (!this.#caller) {
      // What this page has requested so far may have been answered to somebody else.
      this.#drop();
      this.#become({ userId: signedIn.user.userId });
    }
    this.#signedIn = signedIn;
    this.#setStatus({ is: 'signed-in', signedIn });
  }

  async #forget(userId: string | undefined, type: 'signed-out' | 'inactive'): Promise<number> {
    const forgotten = await this.around.kept.forget(userId);
    if (forgotten === undefined) return 0;
    this.around.notify({ type, userId: forgotten });
    return this.around.discardUnsent(forgotten);
  }

  #leave(status: SessionStatus): void {
    this.#become(undefined);
    this.#signedIn = undefined;
    this.#drop();
    this.#setStatus(status);
  }

  #become(caller: Caller | undefined): void {
    this.#caller = caller;
    this.#changes++;
  }

  #drop(): void {
    this.around.dropAnswers();
  }

  #is(kind: SessionStatus['is']): boolean {
    return this.#status.is === kind;
  }

  #setStatus(status: SessionStatus): void {
    this.#status = status;
    for (const listener of this.#listeners) listener();
  }
}
