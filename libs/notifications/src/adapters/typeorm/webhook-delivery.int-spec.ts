import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, SystemClock } from '@furrow/kernel';
import { Database } from '@furrow/platform';
import { createTestDatabase, type TestDatabase } from '@furrow/platform/testing';
import pg from 'pg';
import { Webhook as Verifier } from 'standardwebhooks';
import { DeliveryDispatcher } from '../../application/deliveries/delivery-dispatcher.ts';
import { ListDeliveries } from '../../application/deliveries/list-deliveries.ts';
import { ReplayEvents } from '../../application/deliveries/replay-events.ts';
import { RetryDelivery } from '../../application/deliveries/retry-delivery.ts';
import type { ClaimRequest } from '../../application/ports.ts';
import { CreateWebhook } from '../../application/webhooks/create-webhook.ts';
import { DeleteWebhook } from '../../application/webhooks/delete-webhook.ts';
import { GetWebhook } from '../../application/webhooks/get-webhook.ts';
import { RotateWebhookSecret } from '../../application/webhooks/rotate-webhook-secret.ts';
import { UpdateWebhook } from '../../application/webhooks/update-webhook.ts';
import { AllowedHosts, type EventType, RetrySchedule } from '../../domain/index.ts';
import { answering, Receiver } from '../../testing/index.ts';
import { AddressLookup } from '../http/address-lookup.ts';
import { HttpWebhookSender } from '../http/http-webhook-sender.ts';
import { TypeormDeliveryQueue } from './typeorm-delivery-queue.ts';
import { TypeormNotificationsTransactions } from './typeorm-notifications-transactions.ts';

const clock = new SystemClock();
let test: TestDatabase;
let database: Database;
let owner: pg.Pool;
let transactions: TypeormNotificationsTransactions;
let queue: TypeormDeliveryQueue;
const receivers: Receiver[] = [];
const senders: HttpWebhookSender[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
  owner = new pg.Pool({ connectionString: test.ownerUrl, max: 4 });
  database = await Database.connect(test.url, { poolSize: 10, rows: [] });
  transactions = new TypeormNotificationsTransactions(database);
  queue = new TypeormDeliveryQueue(database);
  await queue.fanOut(1); // from now on
});
afterEach(async () => {
  for (const sender of senders.splice(0)) sender.close();
  await Promise.all(receivers.splice(0).map((receiver) => receiver.stop()));
  // Retries that a test leaves behind must not affect the next one.
  await owner.query(`UPDATE notifications.webhooks SET status = 'deleted'`);
});
afterAll(async () => {
  await database?.close();
  await owner?.end();
  await test?.drop();
});

const anywhere = { check: async () => undefined };
const allowed = (...hosts: Receiver[]) => new AllowedHosts(hosts.map(({ host }) => host));

async function aReceiver(answer?: Receiver['answer']): Promise<Receiver> {
  const receiver = await Receiver.start(answer);
  receivers.push(receiver);
  return receiver;
}

async function aCompany(): Promise<string> {
  const companyId = newId();
  await database.tenant(companyId, (tx) =>
    tx.query(
      `INSERT INTO access.companies (company_id, key, name, timezone) VALUES ($1::uuid, $1::uuid::text, 'A farm', 'UTC')`,
      [companyId],
    ),
  );
  return companyId;
}

async function aHook(
  receiver: Receiver,
  { companyId, events = ['worker.created'] }: { companyId?: string; events?: EventType[] } = {},
) {
  companyId ??= await aCompany();
  const create = new CreateWebhook(transactions, clock, anywhere, allowed(receiver));
  const { webhook, secret } = await create.execute(companyId, { url: receiver.url, events });
  return { companyId, webhookId: webhook.state.webhookId as string, secret: secret.text };
}

/** Another sending process, with retries after 20 ms by default. */
function aProcess({ retries = [20, 20, 20], timeoutMs = 5_000 } = {}) {
  const sender = new HttpWebhookSender(allowed(...receivers), new AddressLookup(), { timeoutMs });
  senders.push(sender);
  const observer = {
    attempted: () => undefined,
    unrecorded: (count: number) => {
      throw new Error(`${count} attempts were not written down`);
    },
  };
  return new DeliveryDispatcher(queue, sender, clock, new RetrySchedule(retries), observer);
}

const tell = (
  companyId: string,
  subjects: readonly string[],
  act = 'worker.registered',
  through: pg.Pool | pg.PoolClient = owner,
) =>
  through.query('INSERT INTO audit.entries (company_id, act, subjects) VALUES ($1, $2, $3)', [
    ...[companyId, act, subjects],
  ]);

/** Fans out everything committed. */
async function fanOut(): Promise<number> {
  for (let made = 0, empty = 0; ;) {
    const { events, deliveries } = await queue.fanOut(500);
    made += deliveries;
    empty = events === 0 ? empty + 1 : 0;
    const [open] = (
      await owner.query<{ behind: boolean }>(
        `SELECT EXISTS (SELECT FROM audit.entries e, audit.readers r WHERE reader = 'webhooks'
           AND (e.xid, e.entry_id) > (r.xid, r.entry_id) AND e.act = 'worker.registered') AS behind`,
      )
    ).rows;
    if (empty > 0 && open?.behind !== true) return made;
  }
}

async function deliver(process = aProcess()): Promise<void> {
  await fanOut();
  await process.fill();
  await process.settled();
}

/** Runs until the delivery has this status. */
async function until(status: string, { companyId, webhookId }: Hook, process = aProcess()) {
  for (;;) {
    await process.fill();
    await process.settled();
    const { items } = await log({ companyId, webhookId });
    if (items.length > 0 && items.every((item) => item.status === status)) return items;
    await delay(5);
  }
}

type Hook = { companyId: string; webhookId: string };
const log = ({ companyId, webhookId }: Hook) =>
  new ListDeliveries(transactions).execute(companyId, webhookId, { page: 1, pageSize: 100 });
const hookOf = async ({ companyId, webhookId }: Hook) =>
  (await new GetWebhook(transactions).execute(companyId, webhookId)).state;

describe('an event', () => {
  it('is sent to its subscribers, signed so that a receiver can verify it', async () => {
    const [wanted, other] = [await aReceiver(), await aReceiver()];
    const hook = await aHook(wanted);
    await aHook(other, { companyId: hook.companyId, events: ['pay_run.frozen'] });
    await aHook(other);
    await tell(hook.companyId, ['w-1']);
    await deliver();
    const [received, ...more] = wanted.received;
    expect([more, other.received]).toEqual([[], []]);
    const { headers, body = '' } = received ?? {};
    expect(new Verifier(hook.secret).verify(body, headers as Record<string, string>)).toEqual({
      type: 'worker.created',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      data: { workerId: 'w-1' },
    });
    const [item] = (await log(hook)).items;
    expect(item).toMatchObject({
      ...{ deliveryId: headers?.['webhook-id'], status: 'delivered', nextAttemptAt: null },
      attempts: [{ status: 204, reason: null, duration: expect.any(Number) }],
    });
  });

  it('is sent if it was committed after the webhook was created, even if its transaction began before, and not otherwise', async () => {
    const receiver = await aReceiver();
    const companyId = await aCompany();
    await tell(companyId, ['before']);
    const late = await owner.connect();
    await late.query('BEGIN');
    await tell(companyId, ['late'], 'worker.registered', late);
    const hook = await aHook(receiver, { companyId });
    await tell(companyId, ['after']);
    await late.query('COMMIT');
    late.release();
    await deliver();
    expect(receiver.received.map(({ body }) => JSON.parse(body).data.workerId).toSorted()).toEqual([
      'after',
      'late',
    ]);
    expect((await log(hook)).total).toBe(2);
  });

  it('of a paused webhook is not sent, and later ones are sent once it is active', async () => {
    const receiver = await aReceiver();
    const hook = await aHook(receiver);
    const update = new UpdateWebhook(transactions, clock, anywhere, allowed(receiver));
    await update.execute(hook.companyId, hook.webhookId, { status: 'paused' });
    await tell(hook.companyId, ['while paused']);
    await update.execute(hook.companyId, hook.webhookId, { status: 'active' });
    await tell(hook.companyId, ['later']);
    await deliver();
    expect(receiver.received.map(({ body }) => JSON.parse(body).data.workerId)).toEqual(['later']);
  });

  it('is sent once by any number of processes, and reported in one batch or in many', async () => {
    const receiver = await aReceiver();
    const hooks = await Promise.all(Array.from({ length: 3 }, () => aHook(receiver)));
    const processes = Array.from({ length: 3 }, () => aProcess());
    for (let batch = 0; batch < 4; batch++) {
      for (const { companyId } of hooks)
        await tell(
          companyId,
          Array.from({ length: 25 }, (_, index) => `w-${batch}-${index}`),
        );
      await Promise.all(
        processes.map(async (process) => {
          await queue.fanOut(500);
          await process.fill();
        }),
      );
    }
    await fanOut();
    await Promise.all(processes.map((process) => process.fill()));
    await Promise.all(processes.map((process) => process.settled()));
    for (let left = 1; left > 0;) {
      await deliver(processes[0]);
      left = (await Promise.all(hooks.map(log)))
        .flatMap(({ items }) => items)
        .filter(({ status }) => status !== 'delivered').length;
    }
    expect(receiver.received).toHaveLength(300);
    expect(new Set(receiver.ids).size).toBe(300);
  });
});

describe('a receiver', () => {
  it('that fails is retried on schedule, under one id and with one body, and then given up', async () => {
    const receiver = await aReceiver(answering(503));
    const hook = await aHook(receiver);
    await tell(hook.companyId, ['w-1']);
    await fanOut();
    const [item] = await until('failed', hook, aProcess({ retries: [5, 5] }));
    expect(item?.attempts.map(({ status, reason }) => [status, reason])).toEqual(
      Array.from({ length: 3 }, () => [503, 'answered 503']),
    );
    expect(new Set(receiver.received.map(({ body }, index) => `${receiver.ids[index]} ${body}`)).size).toBe(
      1,
    );
  });

  it('that recovers gets what it missed, and what is requested again by hand', async () => {
    const receiver = await aReceiver(answering(500));
    const hook = await aHook(receiver);
    await tell(hook.companyId, ['w-1']);
    await deliver(aProcess({ retries: [] }));
    const [failed] = (await log(hook)).items;
    expect(failed?.status).toBe('failed');
    receiver.answer = answering(200);
    await new RetryDelivery(transactions).execute(hook.companyId, hook.webhookId, failed?.deliveryId ?? '');
    const [item] = await until('delivered', hook);
    expect(item?.attempts.map(({ status }) => status)).toEqual([500, 200]);
    expect(new Set(receiver.ids).size).toBe(1);
    const since = new Date(Date.now() - 60_000);
    expect(await new ReplayEvents(transactions, clock).execute(hook.companyId, hook.webhookId, since)).toBe(
      1,
    );
    await until('delivered', hook);
    expect(receiver.ids).toEqual(Array.from({ length: 3 }, () => failed?.deliveryId));
  });

  it('that asks for a pause gets one, in seconds or until a date', async () => {
    const receiver = await aReceiver(answering(429, { 'retry-after': '3600' }));
    const hook = await aHook(receiver);
    await tell(hook.companyId, ['w-1']);
    await deliver();
    const [item] = (await log(hook)).items;
    expect(item?.status).toBe('pending');
    expect((item?.nextAttemptAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(3_000_000);
  });

  it('that reports that it is gone is not tried again', async () => {
    const receiver = await aReceiver(answering(410));
    const hook = await aHook(receiver);
    await tell(hook.companyId, ['w-1']);
    await deliver();
    expect(await hookOf(hook)).toMatchObject({ status: 'paused', pausedReason: 'gone' });
    await tell(hook.companyId, ['w-2']);
    await deliver();
    expect(receiver.received).toHaveLength(1);
  });

  it('that failed for five days is paused, and one that failed for less is not', async () => {
    const receiver = await aReceiver(answering(500));
    const [old, young] = [await aHook(receiver), await aHook(receiver)];
    const since = (hook: Hook, days: number) =>
      owner.query(
        `UPDATE notifications.delivery_queues SET failing_since = now() - $2 * interval '1 day' WHERE webhook_id = $1`,
        [hook.webhookId, days],
      );
    await since(old, 5);
    await since(young, 4.9);
    for (const { companyId } of [old, young]) await tell(companyId, ['w-1']);
    await deliver();
    expect(await hookOf(old)).toMatchObject({ status: 'paused', pausedReason: 'failing' });
    expect(await hookOf(young)).toMatchObject({ status: 'active', pausedReason: null });
    const { rows } = await owner.query(
      `SELECT act FROM audit.entries WHERE subjects && $1 AND act NOT IN ('webhook.added', 'webhook_secret.added')`,
      [[old.webhookId, young.webhookId]],
    );
    expect(rows).toEqual([{ act: 'webhook.given_up' }]);
  });

  it('that accepted one in between has not failed for long', async () => {
    const receiver = await aReceiver(answering(200));
    const hook = await aHook(receiver);
    await owner.query(
      `UPDATE notifications.delivery_queues SET failing_since = now() - interval '9 days' WHERE webhook_id = $1`,
      [hook.webhookId],
    );
    await tell(hook.companyId, ['w-1']);
    await deliver();
    receiver.answer = answering(500);
    await tell(hook.companyId, ['w-2']);
    await deliver();
    expect(await hookOf(hook)).toMatchObject({ status: 'active' });
  });

  it('that never answers delays no other, of its company or another one', async () => {
    const silent = await aReceiver(() => undefined);
    const fast = await aReceiver();
    const slow = await aHook(silent);
    const [beside, apart] = [await aHook(fast, { companyId: slow.companyId }), await aHook(fast)];
    const workers = Array.from({ length: 200 }, (_, index) => `w-${index}`);
    for (const { companyId } of [slow, apart]) await tell(companyId, workers);
    await fanOut();
    const process = aProcess({ timeoutMs: 60_000 });
    await process.fill();
    await fast.has(400);
    expect([(await log(beside)).total, (await log(apart)).total]).toEqual([200, 200]);
    // The silent receiver has no more than its share in flight, and all of those are still open.
    expect(silent.mostOpen).toBeLessThanOrEqual(64);
    await process.stop(Promise.resolve());
  });

  it('that fails is sent one at a time until it recovers', async () => {
    const receiver = await aReceiver(answering(500));
    const hook = await aHook(receiver);
    await tell(hook.companyId, ['first']);
    const process = aProcess({ retries: [60_000] });
    await deliver(process);
    receiver.mostOpen = 0;
    receiver.answer = (_request, response) => setTimeout(() => response.writeHead(500).end(), 5);
    await tell(
      hook.companyId,
      Array.from({ length: 10 }, (_, index) => `w-${index}`),
    );
    await fanOut();
    await process.fill();
    await receiver.has(11);
    await process.settled();
    expect(receiver.mostOpen).toBe(1);
  });
});

describe('a claim', () => {
  const everything: ClaimRequest = {
    ...{ limit: 100, perWebhook: 100, perCompany: 100, webhooks: new Map(), companies: new Map() },
  };
  /** Half a minute later. */
  const later = (hook: Hook) =>
    owner.query(
      `WITH d AS (UPDATE notifications.deliveries SET next_at = next_at - interval '30 seconds' WHERE webhook_id = $1)
       UPDATE notifications.delivery_queues SET due_at = due_at - interval '30 seconds' WHERE webhook_id = $1`,
      [hook.webhookId],
    );

  it('belongs to one process, and to another half a minute after that one died', async () => {
    const receiver = await aReceiver();
    const hook = await aHook(receiver);
    await tell(hook.companyId, ['w-1', 'w-2']);
    await fanOut();
    expect(await queue.claim(everything)).toHaveLength(2); // and the process dies
    await deliver();
    expect(receiver.received).toEqual([]);
    await later(hook);
    await deliver();
    expect(receiver.received).toHaveLength(2);
  });

  it('that was lost changes nothing any more, but is reported', async () => {
    const receiver = await aReceiver();
    const hook = await aHook(receiver);
    await tell(hook.companyId, ['w-1']);
    await fanOut();
    const [slow] = await queue.claim(everything);
    await later(hook);
    await deliver();
    const attempt = { time: new Date().toISOString(), status: 500, duration: 1, reason: 'answered 500' };
    await queue.record([{ delivery: slow!, attempt, consequence: { status: 'failed' }, isGone: false }]);
    const [item] = (await log(hook)).items;
    expect(item).toMatchObject({ status: 'delivered', attempts: [{ status: 204 }, { status: 500 }] });
  });

  it('is released by a process that stops', async () => {
    const silent = await aReceiver(() => undefined);
    const hook = await aHook(silent);
    await tell(hook.companyId, ['w-1']);
    await fanOut();
    const process = aProcess();
    await process.fill();
    await silent.has(1);
    await process.stop(Promise.resolve());
    expect((await log(hook)).items).toMatchObject([{ status: 'pending', attempts: [] }]);
    silent.answer = answering(200);
    await deliver();
    expect((await log(hook)).items).toMatchObject([{ status: 'delivered' }]);
  });

  it('prefers companies with the fewest attempts in flight', async () => {
    const receiver = await aReceiver();
    const [busy, idle] = [await aHook(receiver), await aHook(receiver)];
    for (const { companyId } of [busy, idle]) await tell(companyId, ['w-1', 'w-2']);
    await fanOut();
    const companies = new Map([[busy.companyId, 5]]);
    const [first] = await queue.claim({ ...everything, limit: 1, companies });
    expect(first?.companyId).toBe(idle.companyId);
    const rest = await queue.claim({ ...everything, perCompany: 5, companies });
    expect(rest.map(({ companyId }) => companyId)).toEqual([idle.companyId]);
  });
});

describe('a replaced secret', () => {
  it('signs beside its successor for a day', async () => {
    const receiver = await aReceiver();
    const hook = await aHook(receiver);
    const { secret } = await new RotateWebhookSecret(transactions, clock).execute(
      hook.companyId,
      hook.webhookId,
    );
    await tell(hook.companyId, ['w-1']);
    await deliver();
    const verifies = (text: string, index: number) => {
      const { headers, body } = receiver.received[index]!;
      return () => new Verifier(text).verify(body, headers as Record<string, string>);
    };
    expect(verifies(hook.secret, 0)).not.toThrow();
    expect(verifies(secret.text, 0)).not.toThrow();
    await owner.query(
      `UPDATE notifications.webhook_secrets SET expires_at = now() WHERE expires_at IS NOT NULL`,
    );
    await tell(hook.companyId, ['w-2']);
    await deliver();
    expect(verifies(hook.secret, 1)).toThrow();
    expect(verifies(secret.text, 1)).not.toThrow();
  });

  it('cannot be read by users who manage webhooks', async () => {
    const { companyId } = await aHook(await aReceiver());
    await expect(
      database.tenant(companyId, (tx) => tx.query('SELECT secret FROM notifications.webhook_secrets')),
    ).rejects.toMatchObject({ code: '42501' });
  });
});

describe('retention', () => {
  it('keeps delivered ones for a week, the rest for a month, and nothing of a deleted webhook', async () => {
    const receiver = await aReceiver();
    const [hook, gone] = [await aHook(receiver), await aHook(receiver)];
    for (const { companyId } of [hook, gone]) await tell(companyId, ['w-1', 'w-2', 'w-3']);
    await deliver();
    const [first, second] = (await log(hook)).items;
    const age = (deliveryId: string | undefined, days: number, status: string) =>
      owner.query(
        `UPDATE notifications.deliveries SET created_at = now() - $2 * interval '1 day', status = $3 WHERE delivery_id = $1`,
        [deliveryId, days, status],
      );
    await age(first?.deliveryId, 7.1, 'delivered');
    await age(second?.deliveryId, 29.9, 'failed');
    await new DeleteWebhook(transactions, clock).execute(gone.companyId, gone.webhookId);
    await queue.sweep();
    const ids = (await log(hook)).items.map(({ deliveryId }) => deliveryId);
    expect(ids).toHaveLength(2);
    expect(ids).not.toContain(first?.deliveryId);
    const { rowCount } = await owner.query('SELECT FROM notifications.webhooks WHERE webhook_id = $1', [
      gone.webhookId,
    ]);
    expect(rowCount).toBe(0);
  });

  it('separates companies, whatever the query omits', async () => {
    const receiver = await aReceiver();
    const hook = await aHook(receiver);
    await tell(hook.companyId, ['w-1']);
    await deliver();
    const other = await aCompany();
    for (const table of ['webhooks', 'deliveries', 'delivery_queues']) {
      const seen = (companyId: string) =>
        database.tenant(companyId, (tx) => tx.query(`SELECT * FROM notifications.${table}`));
      expect(await seen(other)).toEqual([]);
      expect(await seen(hook.companyId)).toHaveLength(1);
    }
  });
});
