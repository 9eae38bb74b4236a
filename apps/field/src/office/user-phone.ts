import { Outbox, type OutboxEvent, type Furrow } from '@furrow/client';
import { Ledger } from '../phone/ledger.ts';
import { UserStore } from '../phone/user-store.ts';
import { askedAll, stored, type KnownAnswers } from './answers.ts';
import type { Office } from './office.ts';
import { PhoneReport } from './phone-report.ts';
import { keepPhotos } from './photos.ts';
import {
  recordsOf,
  reportOf,
  rowsToTake,
  type SessionReport,
  sessionsMet,
  sessionsOf,
} from './session-report.ts';

const DAY_MS = 86_400_000;
/** How long rows stay on the phone after the office has them. */
const KEPT_MS = 14 * DAY_MS;
/** Scans that follow each other are sent together. */
const GATHERED_MS = 400;
const RETRIED_MS = 20_000;
const REFRESHED_MS = 5 * 60_000;

/** The phone as one user has it: what is stored, and what goes to the office. */
export class UserPhone {
  readonly store: UserStore;
  readonly ledger = new Ledger();
  readonly outbox: Outbox;
  readonly furrow: Furrow;
  readonly #listeners = new Set<() => void>();
  readonly #report: PhoneReport;
  #answers: KnownAnswers = {};
  #timer: ReturnType<typeof setTimeout> | undefined;
  #refreshedAt = 0;
  #isNew = false;
  #isOpen = true;

  constructor(
    readonly userId: string,
    readonly office: Office,
    phoneId: () => Promise<string>,
  ) {
    this.store = new UserStore(userId);
    this.furrow = office.callsOf(userId);
    this.outbox = new Outbox(this.furrow, this.store, { attempts: 1 });
    this.#report = new PhoneReport(this.furrow, phoneId);
    // On a full phone it hears the same when the session is sent again.
    this.outbox.subscribe((event) => void this.#hear(event).catch(() => undefined));
  }

  /** Loads what is stored, and begins to send. */
  async open(): Promise<void> {
    await this.store.open(this.ledger);
    this.#answers = await stored(this.store);
    this.#isNew = this.#answers.projects === undefined;
    await this.#prune();
    const send = () => this.send();
    window.addEventListener('online', send);
    document.addEventListener('visibilitychange', send);
    const retry = setInterval(send, RETRIED_MS);
    this.#end = () => {
      window.removeEventListener('online', send);
      document.removeEventListener('visibilitychange', send);
      clearInterval(retry);
      clearTimeout(this.#timer);
    };
    this.send(0);
  }

  #end = (): void => undefined;

  close(): void {
    this.#isOpen = false;
    this.#end();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  get answers(): KnownAnswers {
    return this.#answers;
  }

  /** Sends what waits, soon, and asks for what is old. It never throws: what fails waits. */
  send(afterMs = GATHERED_MS): void {
    if (!this.#isOpen) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#exchange(), afterMs);
  }

  /** Sends everything now. @returns how many items stay */
  async sendAll(): Promise<number> {
    await this.outbox.sync();
    return this.ledger.onPhone;
  }

  /** Whether the phone knows nothing yet, because it has not asked the office before. */
  get isNew(): boolean {
    return this.#isNew;
  }

  /** Asks the office for everything that the phone needs without it. @returns whether it answered */
  async refresh(): Promise<boolean> {
    try {
      const [isAnswered] = await Promise.all([this.#askAll(), this.#meetSessions()]);
      if (isAnswered) this.#refreshedAt = Date.now();
      void keepPhotos(this.store, this.#answers.pickers?.content ?? []).catch(() => undefined);
      return isAnswered;
    } finally {
      this.#isNew = false;
      for (const listener of this.#listeners) listener();
    }
  }

  /** What the office has of a session, after everything is sent; undefined without an answer. */
  async reportOf(key: string): Promise<SessionReport | undefined> {
    await this.outbox.sync().catch(() => undefined);
    const { sessionId } = this.ledger.session(key) ?? {};
    return sessionId === undefined ? undefined : reportOf(this.furrow, sessionId);
  }

  /** Takes onto the phone what the office has of a session and the phone does not. @returns whether it answered */
  async takeRecords(key: string): Promise<boolean> {
    const session = this.ledger.session(key);
    const officeRows = session && (await recordsOf(this.furrow, session));
    if (!officeRows) return false;
    const rows = rowsToTake(officeRows, this.ledger.recordsOf(key));
    if (rows.length > 0) await this.store.keep(rows);
    return true;
  }

  /** Gives an item up for good. */
  async discard(id: string): Promise<void> {
    const row = this.ledger.rows.find((one) => one.id === id);
    if (row) await this.store.keep([{ ...row, isDiscarded: true }]);
    await this.outbox.discard(id);
    this.send();
  }

  async #exchange(): Promise<void> {
    await this.outbox.sync().catch(() => undefined);
    const isDue = Date.now() - this.#refreshedAt > REFRESHED_MS;
    if (isDue && document.visibilityState === 'visible') await this.refresh().catch(() => false);
    if (this.office.standing === 'open') await this.#report.tell(this.ledger.onPhone).catch(() => undefined);
  }

  async #hear(event: OutboxEvent): Promise<void> {
    if (event.type === 'stored') this.send();
    if (event.type === 'sent')
      for (const { kind, localId, serverId } of event.ids)
        if (kind === 'session') await this.#name(localId, serverId);
    if (event.type === 'refused' && event.entry.kind === 'session') {
      // The place has an open session of this user already, which this phone did not know.
      const { sessionId } = event.entry.problem.facts;
      if (event.entry.problem.code !== 'session_already_open' || typeof sessionId !== 'string') return;
      await this.#name(event.entry.body.localId, sessionId);
      await this.outbox.useSession(event.entry.body.localId, sessionId);
      this.send();
    }
  }

  /** The office has a session by this id; what the phone knew of it under another key is put together. */
  async #name(key: string, sessionId: string): Promise<void> {
    const session = this.ledger.session(key);
    if (!session) return;
    const twin = this.ledger.sessions.find((one) => one.sessionId === sessionId && one.key !== key);
    const rows = twin ? this.ledger.recordsOf(twin.key).map((row) => ({ ...row, session: key })) : [];
    await this.store.keep(rows, [{ ...session, sessionId }]);
    if (!twin) return;
    await this.store.drop([], [twin.key]);
    this.ledger.forget([], [twin.key]);
  }

  #askAll(): Promise<boolean> {
    return askedAll(this.furrow, this.store, (answers) => {
      if (!this.#isOpen) return false;
      this.#answers = { ...this.#answers, ...answers };
      for (const listener of this.#listeners) listener();
      return true;
    });
  }

  async #meetSessions(): Promise<void> {
    const sessions = await sessionsOf(this.furrow).catch(() => undefined);
    if (!sessions || !this.#isOpen) return;
    if (sessions.length > 0) await this.store.keep([], sessionsMet(sessions, this.ledger.sessions));
  }

  async #prune(): Promise<void> {
    const since = new Date(Date.now() - KEPT_MS).toISOString();
    const { rows, sessions } = this.ledger.olderThan(since);
    if (rows.length + sessions.length === 0) return;
    await this.store.drop(rows, sessions);
    this.ledger.forget(rows, sessions);
  }
}
