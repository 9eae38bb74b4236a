import { type Database, sqlStateOf, type Transaction } from '@furrow/database';
import { DatabaseUnavailable } from '@furrow/database/errors';
import type { LogEntry } from '@furrow/journal';
import type { FanOut } from '../../../application/ports.ts';
import * as sql from '../delivery-queue-sql.ts';
import { EVENT_ACTS_LOG, outgoingEvents } from '../log-event-history.ts';
import { wake, type WebhookKey } from './wake.ts';

/** The name of its position in the event log. */
const READER = 'webhooks';
/** Events that one statement makes deliveries of, at most 20 each. */
const PER_STATEMENT = 1_000;
/** Events set aside that are tried again in one run. */
const PER_RUN = 100;
const FIRST_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 3_600_000;
/** A statement or the wait for a lock took too long: the database can serve others. */
const TOO_LONG = /^(57014|55P03)$/;

interface SetAside {
  readonly companyId: string;
  readonly micros: number;
  readonly entryId: number;
  readonly failures: number;
}

/** Makes deliveries of committed events, for the companies of the installation. */
export class EventFanOut {
  constructor(private readonly database: Database) {}

  async fanOut(limit: number): Promise<FanOut> {
    try {
      return await this.#take(limit, makeDeliveries);
    } catch (error) {
      if (isOfAll(error)) throw error;
      return this.#take(limit, makeApart);
    }
  }

  async takeUp(): Promise<number> {
    const due = await this.database.system((tx) => tx.query<SetAside>(sql.SET_ASIDE_DUE, [PER_RUN]));
    for (const each of due)
      await this.#makeAgain(each).catch((error: unknown) => {
        if (isOfAll(error)) throw error;
      });
    return due.length;
  }

  #take(limit: number, make: typeof makeDeliveries): Promise<FanOut> {
    return this.database.systemAsynchronously(async (tx) => {
      const { entries, isWhole } = await EVENT_ACTS_LOG.take(tx, READER, limit);
      const listening = await companiesWithWebhooks(tx, entries);
      const listened = entries.filter(({ companyId }) => listening.has(companyId));
      const made = await make(tx, listened);
      return { acts: entries.length, deliveries: made, isMore: !isWhole };
    });
  }

  /** It counts as failed before it is tried, so that one that ends the process does not come first in the next. */
  async #makeAgain({ companyId, failures, ...key }: SetAside): Promise<void> {
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS);
    const setAside = [companyId, key.micros, key.entryId];
    const claimed = await this.database.system((tx) => tx.change(sql.CLAIM_SET_ASIDE, [...setAside, waitMs]));
    if (claimed === 0) return;
    await this.database.system(async (tx) => {
      const entry = await EVENT_ACTS_LOG.entry(tx, companyId, key);
      if (entry) await makeDeliveries(tx, [entry]);
      await tx.change(sql.FORGET_SET_ASIDE, setAside);
    });
  }
}

/** Whether nothing could be written, whichever events were at hand. */
function isOfAll(error: unknown): boolean {
  if (!(error instanceof DatabaseUnavailable)) return false;
  return !TOO_LONG.test(sqlStateOf(error.cause) ?? '');
}

/** Of the companies of some entries; a bulk sync is a thousand events, which most companies tell nobody. */
async function companiesWithWebhooks(tx: Transaction, entries: readonly LogEntry[]): Promise<Set<string>> {
  const companies = [...new Set(entries.map(({ companyId }) => companyId))];
  if (companies.length === 0) return new Set();
  const rows = await tx.query<{ companyId: string }>(sql.LISTENING, [companies]);
  return new Set(rows.map(({ companyId }) => companyId));
}

/** @returns the number of deliveries */
async function makeDeliveries(tx: Transaction, entries: readonly LogEntry[]): Promise<number> {
  let deliveries = 0;
  const webhooks = new Map<string, WebhookKey>();
  for (const events of inParts(entries)) {
    const made = await tx.query<WebhookKey & { count: number }>(sql.FAN_OUT, [
      events.map(({ companyId }) => companyId),
      events.map(({ eventId }) => eventId),
      events.map(({ type }) => type),
      events.map(({ body }) => body),
      events.map(({ xid }) => xid),
      events.map(({ micros }) => micros),
    ]);
    for (const { companyId, webhookId, count } of made) {
      webhooks.set(webhookId, { companyId, webhookId });
      deliveries += count;
    }
  }
  if (webhooks.size > 0) await wake(tx, [...webhooks.values()]);
  return deliveries;
}

type OutgoingOfEntry = ReturnType<typeof outgoingOf>[number];

function outgoingOf(entry: LogEntry) {
  const { companyId, xid, micros } = entry;
  return outgoingEvents(entry).map((event) => ({ companyId, xid, micros, ...event }));
}

/** An act may have thousands of events, which are made when their part is sent. */
function* inParts(entries: readonly LogEntry[]): Generator<OutgoingOfEntry[]> {
  let part: OutgoingOfEntry[] = [];
  for (const entry of entries)
    for (const event of outgoingOf(entry)) {
      part.push(event);
      if (part.length < PER_STATEMENT) continue;
      yield part;
      part = [];
    }
  if (part.length > 0) yield part;
}

/** Each company by itself, and its acts one by one if that fails; an act that fails is set aside. */
async function makeApart(tx: Transaction, entries: readonly LogEntry[]): Promise<number> {
  let deliveries = 0;
  for (const its of Map.groupBy(entries, ({ companyId }) => companyId).values()) {
    const made = await apart(tx, () => makeDeliveries(tx, its));
    deliveries += typeof made === 'number' ? made : await makeOneByOne(tx, its);
  }
  return deliveries;
}

async function makeOneByOne(tx: Transaction, entries: readonly LogEntry[]): Promise<number> {
  let deliveries = 0;
  for (const entry of entries) {
    const made = await apart(tx, () => makeDeliveries(tx, [entry]));
    if (typeof made === 'number') deliveries += made;
    else
      await tx.query(sql.SET_ASIDE, [
        ...[entry.companyId, entry.micros, entry.entryId, FIRST_WAIT_MS],
        String(made).slice(0, 500),
      ]);
  }
  return deliveries;
}

/** @returns the error, after undoing what `work` did */
async function apart(tx: Transaction, work: () => Promise<number>): Promise<number | Error> {
  await tx.query('SAVEPOINT apart');
  try {
    return await work();
  } catch (error) {
    await tx.query('ROLLBACK TO SAVEPOINT apart');
    return error as Error;
  } finally {
    await tx.query('RELEASE SAVEPOINT apart');
  }
}
