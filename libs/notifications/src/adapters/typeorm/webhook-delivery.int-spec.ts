import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook as Verifier } from 'standardwebhooks';
import { RetryDelivery } from '../../application/deliveries/retry-delivery.ts';
import type { ClaimRequest } from '../../application/ports.ts';
import { DeleteWebhook } from '../../application/webhooks/delete-webhook.ts';
import { answering } from '../../testing/index.ts';
import { type Hook, WorkingWebhooks } from '../../testing/working-webhooks.ts';

let work: WorkingWebhooks;
beforeAll(async () => {
  work = await WorkingWebhooks.start();
});
afterEach(() => work.reset());
afterAll(() => work?.close());

const never = () => new Promise<never>(() => undefined);

describe('an event', () => {
  it('is sent to its subscribers, signed so that a receiver can verify it', async () => {
    const [wanted, other] = [await work.receiver(), await work.receiver()];
    const hook = await work.hook(wanted);
    await work.hook(other, { companyId: hook.companyId, events: ['pay_run.frozen'] });
    await work.hook(other);
    await work.register(hook.companyId, ['w-1']);
    await work.deliver();
    const [received, ...more] = wanted.received;
    expect([more, other.received]).toEqual([[], []]);
    const { headers, body = '' } = received ?? {};
    expect(new Verifier(hook.secret).verify(body, headers as Record<string, string>)).toEqual({
      type: 'worker.created',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      data: { workerId: 'w-1' },
    });
    const [item] = (await work.log(hook)).items;
    expect(item).toMatchObject({
      ...{ deliveryId: headers?.['webhook-id'], status: 'delivered', nextAttemptAt: null },
      attempts: [{ status: 204, reason: null, duration: expect.any(Number) }],
    });
  });

  it('is sent if it was committed after the webhook was created, even if its transaction began before, and not otherwise', async () => {
    const receiver = await work.receiver();
    const companyId = await work.postgres.newCompany();
    await work.register(companyId, ['before']);
    const late = await work.postgres.owner.connect();
    await late.query('BEGIN');
    await work.register(companyId, ['late'], late);
    const hook = await work.hook(receiver, { companyId });
    await work.register(companyId, ['after']);
    await late.query('COMMIT');
    late.release();
    await work.deliver();
    expect(receiver.received.map(({ body }) => JSON.parse(body).data.workerId).toSorted()).toEqual([
      'after',
      'late',
    ]);
    expect((await work.log(hook)).total).toBe(2);
  });

  it('of a paused webhook is not sent, and later ones are sent once it is active', async () => {
    const receiver = await work.receiver();
    const hook = await work.hook(receiver);
    await work.update(hook, 'paused');
    await work.register(hook.companyId, ['while paused']);
    await work.update(hook, 'active');
    await work.register(hook.companyId, ['later']);
    await work.deliver();
    expect(receiver.received.map(({ body }) => JSON.parse(body).data.workerId)).toEqual(['later']);
  });

  it('is sent once by any number of processes, and reported in one batch or in many', async () => {
    const receiver = await work.receiver();
    const hooks = await Promise.all(Array.from({ length: 3 }, () => work.hook(receiver)));
    const processes = Array.from({ length: 3 }, () => work.process());
    for (let batch = 0; batch < 4; batch++) {
      for (const { companyId } of hooks)
        await work.register(
          companyId,
          Array.from({ length: 25 }, (_, index) => `w-${batch}-${index}`),
        );
      await Promise.all(
        processes.map(async (process) => {
          await work.queue.fanOut(500);
          await process.fill();
        }),
      );
    }
    await work.fanOut();
    await Promise.all(processes.map((process) => process.fill()));
    await Promise.all(processes.map((process) => process.settled()));
    for (let left = 1; left > 0;) {
      await work.deliver(processes[0]);
      left = (await Promise.all(hooks.map((hook) => work.log(hook))))
        .flatMap(({ items }) => items)
        .filter(({ status }) => status !== 'delivered').length;
    }
    expect(receiver.received).toHaveLength(300);
    expect(new Set(receiver.ids).size).toBe(300);
  });
});

describe('a receiver', () => {
  it('that fails is retried on schedule, under one id and with one body, and then given up', async () => {
    const receiver = await work.receiver(answering(503));
    const hook = await work.hook(receiver);
    await work.register(hook.companyId, ['w-1']);
    await work.fanOut();
    const [item] = await work.until('failed', hook, work.process({ retries: [5, 5] }));
    expect(item?.attempts.map(({ status, reason }) => [status, reason])).toEqual(
      Array.from({ length: 3 }, () => [503, 'answered 503']),
    );
    expect(new Set(receiver.received.map(({ body }, index) => `${receiver.ids[index]} ${body}`)).size).toBe(
      1,
    );
  });

  it('that recovers gets what it missed, and what is requested again by hand', async () => {
    const receiver = await work.receiver(answering(500));
    const hook = await work.hook(receiver);
    await work.register(hook.companyId, ['w-1']);
    await work.deliver(work.process({ retries: [] }));
    const [failed] = (await work.log(hook)).items;
    expect(failed?.status).toBe('failed');
    receiver.answer = answering(200);
    await new RetryDelivery(work.transactions).execute(
      hook.companyId,
      hook.webhookId,
      failed?.deliveryId ?? '',
    );
    const [item] = await work.until('delivered', hook);
    expect(item?.attempts.map(({ status }) => status)).toEqual([500, 200]);
    expect(new Set(receiver.ids).size).toBe(1);
    expect((await work.replay(hook)).state).toMatchObject({ outcome: 'completed', replayed: 1 });
    await work.until('delivered', hook);
    expect(receiver.ids).toEqual(Array.from({ length: 3 }, () => failed?.deliveryId));
  });

  it('that asks for a pause gets one, in seconds or until a date', async () => {
    const receiver = await work.receiver(answering(429, { 'retry-after': '3600' }));
    const hook = await work.hook(receiver);
    await work.register(hook.companyId, ['w-1']);
    await work.deliver();
    const [item] = (await work.log(hook)).items;
    expect(item?.status).toBe('pending');
    expect((item?.nextAttemptAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(3_000_000);
  });

  it('that reports that it is gone is not tried again', async () => {
    const receiver = await work.receiver(answering(410));
    const hook = await work.hook(receiver);
    await work.register(hook.companyId, ['w-1']);
    await work.deliver();
    expect(await work.stateOf(hook)).toMatchObject({ status: 'paused', pausedReason: 'gone' });
    await work.register(hook.companyId, ['w-2']);
    await work.deliver();
    expect(receiver.received).toHaveLength(1);
  });

  it('that failed for five days is paused, and one that failed for less is not', async () => {
    const receiver = await work.receiver(answering(500));
    const [old, young] = [await work.hook(receiver), await work.hook(receiver)];
    const since = (hook: Hook, days: number) =>
      work.postgres.owner.query(
        `UPDATE notifications.delivery_queues SET failing_since = now() - $2 * interval '1 day' WHERE webhook_id = $1`,
        [hook.webhookId, days],
      );
    await since(old, 5);
    await since(young, 4.9);
    for (const { companyId } of [old, young]) await work.register(companyId, ['w-1']);
    await work.deliver();
    expect(await work.stateOf(old)).toMatchObject({ status: 'paused', pausedReason: 'failing' });
    expect(await work.stateOf(young)).toMatchObject({ status: 'active', pausedReason: null });
    const { rows } = await work.postgres.owner.query(
      `SELECT act FROM audit.entries WHERE subjects && $1 AND act NOT IN ('webhook.added', 'webhook_secret.added')`,
      [[old.webhookId, young.webhookId]],
    );
    expect(rows).toEqual([{ act: 'webhook.given_up' }]);
  });

  it('that accepted one in between has not failed for long', async () => {
    const receiver = await work.receiver(answering(200));
    const hook = await work.hook(receiver);
    await work.postgres.owner.query(
      `UPDATE notifications.delivery_queues SET failing_since = now() - interval '9 days' WHERE webhook_id = $1`,
      [hook.webhookId],
    );
    await work.register(hook.companyId, ['w-1']);
    await work.deliver();
    receiver.answer = answering(500);
    await work.register(hook.companyId, ['w-2']);
    await work.deliver();
    expect(await work.stateOf(hook)).toMatchObject({ status: 'active' });
  });

  it('that never answers delays no other, of its company or another one', async () => {
    const silent = await work.receiver(() => undefined);
    const fast = await work.receiver();
    const slow = await work.hook(silent);
    const [beside, apart] = [await work.hook(fast, { companyId: slow.companyId }), await work.hook(fast)];
    const workers = Array.from({ length: 200 }, (_, index) => `w-${index}`);
    for (const { companyId } of [slow, apart]) await work.register(companyId, workers);
    await work.fanOut();
    const process = work.process({ timeoutMs: 60_000 });
    await process.fill();
    await fast.has(400);
    expect([(await work.log(beside)).total, (await work.log(apart)).total]).toEqual([200, 200]);
    // The silent receiver has no more than its share in flight, and all of those are still open.
    expect(silent.mostOpen).toBeLessThanOrEqual(64);
    await process.stop(Promise.resolve(), never);
  });

  it('that fails is sent one at a time until it recovers', async () => {
    const receiver = await work.receiver(answering(500));
    const hook = await work.hook(receiver);
    await work.register(hook.companyId, ['first']);
    const process = work.process({ retries: [60_000] });
    await work.deliver(process);
    receiver.mostOpen = 0;
    receiver.answer = (_request, response) => setTimeout(() => response.writeHead(500).end(), 5);
    await work.register(
      hook.companyId,
      Array.from({ length: 10 }, (_, index) => `w-${index}`),
    );
    await work.fanOut();
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
    work.postgres.owner.query(
      `WITH d AS (UPDATE notifications.deliveries SET next_at = next_at - interval '30 seconds' WHERE webhook_id = $1)
       UPDATE notifications.delivery_queues SET due_at = due_at - interval '30 seconds' WHERE webhook_id = $1`,
      [hook.webhookId],
    );

  it('belongs to one process, and to another half a minute after that one died', async () => {
    const receiver = await work.receiver();
    const hook = await work.hook(receiver);
    await work.register(hook.companyId, ['w-1', 'w-2']);
    await work.fanOut();
    expect(await work.queue.claim(everything)).toHaveLength(2); // and the process dies
    await work.deliver();
    expect(receiver.received).toEqual([]);
    await later(hook);
    await work.deliver();
    expect(receiver.received).toHaveLength(2);
  });

  it('that was lost changes nothing any more, but is reported', async () => {
    const receiver = await work.receiver();
    const hook = await work.hook(receiver);
    await work.register(hook.companyId, ['w-1']);
    await work.fanOut();
    const [slow] = await work.queue.claim(everything);
    await later(hook);
    await work.deliver();
    const attempt = { time: new Date().toISOString(), status: 500, duration: 1, reason: 'answered 500' };
    await work.queue.record([{ delivery: slow!, attempt, consequence: { status: 'failed' }, isGone: false }]);
    const [item] = (await work.log(hook)).items;
    expect(item).toMatchObject({ status: 'delivered', attempts: [{ status: 204 }, { status: 500 }] });
  });

  it('is released by a process that stops', async () => {
    const silent = await work.receiver(() => undefined);
    const hook = await work.hook(silent);
    await work.register(hook.companyId, ['w-1']);
    await work.fanOut();
    const process = work.process();
    await process.fill();
    await silent.has(1);
    await process.stop(Promise.resolve(), never);
    expect((await work.log(hook)).items).toMatchObject([{ status: 'pending', attempts: [] }]);
    silent.answer = answering(200);
    await work.deliver();
    expect((await work.log(hook)).items).toMatchObject([{ status: 'delivered' }]);
  });
});

describe('retention', () => {
  it('keeps delivered ones for a week, the rest for a month, and nothing of a deleted webhook', async () => {
    const receiver = await work.receiver();
    const [hook, gone] = [await work.hook(receiver), await work.hook(receiver)];
    for (const { companyId } of [hook, gone]) await work.register(companyId, ['w-1', 'w-2', 'w-3']);
    await work.deliver();
    const [first, second] = (await work.log(hook)).items;
    const age = (deliveryId: string | undefined, days: number, status: string) =>
      work.postgres.owner.query(
        `UPDATE notifications.deliveries SET created_at = now() - $2 * interval '1 day', status = $3 WHERE delivery_id = $1`,
        [deliveryId, days, status],
      );
    await age(first?.deliveryId, 7.1, 'delivered');
    await age(second?.deliveryId, 29.9, 'failed');
    await new DeleteWebhook(work.transactions, work.clock).execute(gone.companyId, gone.webhookId);
    await work.queue.sweep();
    const ids = (await work.log(hook)).items.map(({ deliveryId }) => deliveryId);
    expect(ids).toHaveLength(2);
    expect(ids).not.toContain(first?.deliveryId);
    const { rowCount } = await work.postgres.owner.query(
      'SELECT FROM notifications.webhooks WHERE webhook_id = $1',
      [gone.webhookId],
    );
    expect(rowCount).toBe(0);
  });

  it('separates companies, whatever the query omits', async () => {
    const receiver = await work.receiver();
    const hook = await work.hook(receiver);
    await work.register(hook.companyId, ['w-1']);
    await work.deliver();
    const other = await work.postgres.newCompany();
    for (const table of ['webhooks', 'deliveries', 'delivery_queues']) {
      const seen = (companyId: string) =>
        work.postgres.database.tenant(companyId, (tx) => tx.query(`SELECT * FROM notifications.${table}`));
      expect(await seen(other)).toEqual([]);
      expect(await seen(hook.companyId)).toHaveLength(1);
    }
  });
});
