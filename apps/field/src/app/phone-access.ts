import { useSyncExternalStore } from 'react';
import { Office } from '../office/office.ts';
import { UserPhone } from '../office/user-phone.ts';
import { pinOf } from '../phone/pin.ts';
import { type PhoneUser, PhoneUsers } from '../phone/phone-users.ts';

/** Who uses the phone. */
export type PhoneAccessState =
  | { readonly is: 'opening' }
  /** This browser does not let the page store anything. */
  | { readonly is: 'broken'; readonly reason: string }
  /** Somebody has to say who they are, by PIN or by signing in. */
  | { readonly is: 'closed'; readonly users: readonly PhoneUser[]; readonly isAnswered: boolean }
  | { readonly is: 'open'; readonly user: PhoneUser; readonly phone: UserPhone };

/** Set where the page goes to sign in, so that the user who returns need not give a PIN. */
const SIGNING_IN = 'furrow-signing-in';
/** Whoever comes from signing in has just been at the office; without its answer somebody else would go on. */
const SIGNED_IN_MS = 20_000;
/** How often the time of the last use is stored. */
const USED_MS = 60_000;

/** Decides who uses the phone: by the office's answer, or without one by what it said before and a PIN. */
export class PhoneAccess {
  readonly office = new Office();
  readonly users = new PhoneUsers(() => Date.now());
  readonly #listeners = new Set<() => void>();
  #state: PhoneAccessState = { is: 'opening' };

  get state(): PhoneAccessState {
    return this.#state;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Opens at once for whoever used the phone a moment ago; else the office is asked first. */
  async open(): Promise<void> {
    try {
      await this.#open();
    } catch (error) {
      this.#become({ is: 'broken', reason: error instanceof Error ? error.message : String(error) });
    }
  }

  async #open(): Promise<void> {
    const isSigningIn = sessionStorage.getItem(SIGNING_IN) !== null;
    const [last] = await this.users.list();
    if (!isSigningIn && last?.pin && this.users.isConfirmed(last) && !this.users.needsPin(last)) {
      await this.#admit(last);
      void this.#ask();
    } else await this.#ask();
  }

  /** Remembers that the next answer of the office is about somebody who comes from signing in. */
  beginSignIn(): void {
    sessionStorage.setItem(SIGNING_IN, 'yes');
  }

  async unlock(user: PhoneUser, digits: string): Promise<boolean> {
    const unlocked = await this.users.unlock(user, digits);
    if (unlocked) await this.#admit(unlocked);
    else await this.#close();
    return unlocked !== undefined;
  }

  async setPin(user: PhoneUser, digits: string): Promise<void> {
    const changed = await this.users.use(user, { pin: await pinOf(digits) });
    if (this.#state.is === 'open') this.#become({ ...this.#state, user: changed });
  }

  /** Gives the phone to somebody else; everything of this user stays stored. */
  async lock(): Promise<void> {
    if (this.#state.is !== 'open') return;
    const { user, phone } = this.#state;
    phone.close();
    await this.users.use(user);
    await this.#close();
  }

  /** Signs out at the office, and deletes what the phone stores of the user. */
  async signOut(): Promise<void> {
    if (this.#state.is !== 'open') return;
    const { user, phone } = this.#state;
    const next = await this.office.signOut();
    phone.close();
    await phone.store.clear();
    await this.users.forget(user.userId);
    location.assign(next);
  }

  async #ask(): Promise<void> {
    const isSigningIn = sessionStorage.getItem(SIGNING_IN) !== null;
    const there = await this.office.whoIsThere(isSigningIn ? SIGNED_IN_MS : undefined);
    if (!there) {
      if (this.office.standing === 'inactive' && this.#state.is === 'open') await this.#endAccess();
      if (this.#state.is !== 'open') await this.#goOnWithout();
      return;
    }
    sessionStorage.removeItem(SIGNING_IN);
    const before = (await this.users.list()).find(({ userId }) => userId === there.user.userId);
    const mayEnter = isSigningIn || !before || !this.users.needsPin(before);
    const user = await this.users.confirm(there);
    if (this.#state.is === 'open') {
      if (this.#state.user.userId === user.userId) this.#become({ ...this.#state, user });
    } else if (mayEnter) await this.#admit(user);
    else await this.#close();
  }

  /** Without an answer, or signed out there: who needs no PIN goes on with what the phone has. */
  async #goOnWithout(): Promise<void> {
    const [last] = await this.users.list();
    const mayEnter = last && this.users.isConfirmed(last) && !this.users.needsPin(last);
    if (mayEnter && (last.pin || this.office.standing === 'away')) await this.#admit(last);
    else await this.#close();
  }

  async #endAccess(): Promise<void> {
    if (this.#state.is !== 'open') return;
    const user = await this.users.use(this.#state.user, { isInactive: true });
    this.#become({ ...this.#state, user });
  }

  async #admit(user: PhoneUser): Promise<void> {
    const phone = new UserPhone(user.userId, this.office, () => this.users.phoneId());
    await phone.open();
    // A phone that is full still opens, because what is on it has to get out.
    const used = await this.users.use(user).catch(() => user);
    this.#become({ is: 'open', user: used, phone });
    this.#keepUnlocked();
  }

  /** The PIN is asked for some time after the last touch, not after the last start. */
  #keepUnlocked(): void {
    let usedAt = Date.now();
    const use = () => {
      if (this.#state.is !== 'open' || Date.now() - usedAt < USED_MS) return;
      usedAt = Date.now();
      void this.users.use(this.#state.user);
    };
    for (const type of ['pointerdown', 'keydown']) document.addEventListener(type, use);
    const unsubscribe = this.subscribe(() => {
      if (this.#state.is === 'open') return;
      for (const type of ['pointerdown', 'keydown']) document.removeEventListener(type, use);
      unsubscribe();
    });
  }

  async #close(): Promise<void> {
    const isAnswered = this.office.standing !== 'away' && this.office.standing !== 'unknown';
    this.#become({ is: 'closed', users: await this.users.list(), isAnswered });
  }

  #become(state: PhoneAccessState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

export const phoneAccess = new PhoneAccess();

export const usePhoneAccess = (): PhoneAccessState =>
  useSyncExternalStore(phoneAccess.subscribe, () => phoneAccess.state);
