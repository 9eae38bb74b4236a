import { FixedClock } from '@furrow/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { AllowedHosts } from '../../domain/index.ts';
import { InMemoryNotifications } from '../../testing/in-memory-notifications.ts';
import { CreateWebhook } from '../webhooks/create-webhook.ts';
import { ContinueReplays } from './continue-replays.ts';
import { GetReplay } from './get-replay.ts';
import { StartReplay } from './start-replay.ts';

const NOW = new Date('2026-01-31T08:00:00.000Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);
const HOUR_MS = 3_600_000;

async function farm() {
  const transactions = new InMemoryNotifications();
  const clock = new FixedClock(NOW);
  const create = new CreateWebhook(
    transactions,
    clock,
    { check: async () => undefined },
    new AllowedHosts([]),
  );
  const { webhook } = await create.execute('own', {
    url: 'https://hooks.example/',
    events: ['worker.created'],
  });
  const observer = {
    failed: (_: unknown, error: unknown) => {
      throw error;
    },
  };
  return {
    webhookId: webhook.state.webhookId,
    start: new StartReplay(transactions, clock),
    get: new GetReplay(transactions),
    job: new ContinueReplays(transactions, transactions, clock, observer),
    commit: (workerId: string, at: Date, entryId: number) =>
      transactions.commit({
        ...{ companyId: 'own', micros: at.getTime() * 1_000, entryId, userId: null },
        ...{ act: 'worker.registered', subjects: [workerId], count: 1, within: null },
      }),
  };
}

describe('a replay', () => {
  it('begins within the last 30 days', async () => {
    const { start, webhookId } = await farm();
    for (const since of [ago(-1), ago(30 * 24 * HOUR_MS + 1)])
      await expect(start.execute('own', { webhookId, since })).rejects.toMatchObject({
        code: 'validation_failed',
      });
    expect((await start.execute('own', { webhookId, since: ago(30 * 24 * HOUR_MS) })).status).toBe('running');
  });

  it('is one of its webhook: the same request finds it, and another one is refused until it has ended', async () => {
    const { start, get, job, commit, webhookId } = await farm();
    expect(await get.execute('own', webhookId)).toBeUndefined();
    commit('w-1', ago(HOUR_MS), 1);
    await start.execute('own', { webhookId, since: ago(2 * HOUR_MS) });
    expect((await start.execute('own', { webhookId, since: ago(2 * HOUR_MS) })).state.until).toEqual(NOW);
    await expect(start.execute('own', { webhookId, since: ago(HOUR_MS) })).rejects.toMatchObject({
      code: 'replay_running',
    });
    expect(await job.execute()).toBe(1);
    expect(await get.execute('own', webhookId)).toMatchObject({
      status: 'completed',
      state: { replayed: 1 },
    });
    expect(await job.execute()).toBe(0);
    expect((await start.execute('own', { webhookId, since: ago(60) })).state.replayed).toBe(0);
  });

  it('is not found under another company or webhook', async () => {
    const { start, get, webhookId } = await farm();
    await start.execute('own', { webhookId, since: ago(60) });
    for (const [companyId, id] of [
      ['other', webhookId],
      ['own', 'none'],
    ] as const)
      for (const attempt of [
        get.execute(companyId, id),
        start.execute(companyId, { webhookId: id, since: ago(60) }),
      ])
        await expect(attempt).rejects.toMatchObject({ code: 'webhook_not_found' });
  });
});
