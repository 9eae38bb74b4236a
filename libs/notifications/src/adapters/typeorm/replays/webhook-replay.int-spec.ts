import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ContinueReplays } from '../../../application/replays/continue-replays.ts';
import { GetReplay } from '../../../application/replays/get-replay.ts';
import { StartReplay } from '../../../application/replays/start-replay.ts';
import { type Hook, WorkingWebhooks } from '../../../testing/working-webhooks.ts';

let work: WorkingWebhooks;
beforeAll(async () => {
  work = await WorkingWebhooks.start();
});
afterEach(async () => {
  await work.reset();
  await work.postgres.owner.query('DELETE FROM notifications.replays');
});
afterAll(() => work?.close());

const since = () => new Date(Date.now() - 60_000);
const start = ({ companyId, webhookId }: Hook, from = since()) =>
  new StartReplay(work.transactions, work.clock).execute(companyId, { webhookId, since: from });
const stateOf = async ({ companyId, webhookId }: Hook) =>
  (await new GetReplay(work.transactions).execute(companyId, webhookId))!;
/** Workers who were registered before the company had a webhook, each in an act of its own. */
async function acts(companyId: string, count: number): Promise<void> {
  await work.postgres.owner.query(
    `INSERT INTO audit.entries (company_id, act, subjects)
     SELECT $1, 'worker.registered', ARRAY['w-' || n] FROM generate_series(1, $2) AS n`,
    [companyId, count],
  );
}
async function hookWithHistory(count: number): Promise<Hook> {
  const companyId = await work.postgres.newCompany();
  await acts(companyId, count);
  return work.hook(await work.receiver(), { companyId });
}
const queued = async ({ webhookId }: Hook): Promise<number> => {
  const { rows } = await work.postgres.owner.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM notifications.deliveries WHERE webhook_id = $1`,
    [webhookId],
  );
  return rows[0]?.count ?? 0;
};
/** As if the time until its next slice had passed. */
const whenDue = ({ webhookId }: Hook) =>
  work.postgres.owner.query(
    `UPDATE notifications.replays SET next_at = now() - interval '1 second' WHERE webhook_id = $1 AND next_at IS NOT NULL`,
    [webhookId],
  );

describe('a replay', () => {
  it('sends the events from before the webhook under their ids, in slices, and tells how far it is', async () => {
    const hook = await hookWithHistory(1_200);
    expect((await start(hook)).status).toBe('running');
    const replays = work.replays();
    const seen: number[] = [];
    for (let left = 1; left > 0;) {
      left = await replays.execute();
      const { state, readUpTo } = await stateOf(hook);
      seen.push(state.replayed);
      expect(readUpTo?.getTime()).toBeLessThanOrEqual(state.until.getTime());
    }
    expect(seen).toEqual([500, 1_000, 1_200, 1_200]);
    const ended = await stateOf(hook);
    expect([ended.status, ended.readUpTo]).toEqual(['completed', ended.state.until]);
    expect(await queued(hook)).toBe(1_200);
    // Again, with the same ids.
    expect((await work.replay(hook)).state.replayed).toBe(1_200);
    expect(await queued(hook)).toBe(1_200);
  });

  it('includes what was committed just before, whatever transactions are open', async () => {
    const hook = await hookWithHistory(0);
    const open = await work.postgres.owner.connect();
    await open.query('BEGIN');
    await work.register(await work.postgres.newCompany(), ['elsewhere'], open);
    await acts(hook.companyId, 3);
    expect((await work.replay(hook)).state.replayed).toBe(3);
    await open.query('ROLLBACK');
    open.release();
  });

  it('is continued by one process at a time, and by another one after a crash', async () => {
    const hook = await hookWithHistory(1_400);
    await start(hook);
    await Promise.all(Array.from({ length: 2 }, () => work.replays().execute()));
    const { state } = await stateOf(hook);
    expect([500, 1_000]).toContain(state.replayed);
    expect(await queued(hook)).toBe(state.replayed);
    // A process claims the next slice and dies.
    await work.transactions.run(hook.companyId, async ({ replays }) => {
      const replay = await replays.find(hook.webhookId);
      await replays.save(replay!.attempted(work.clock.now()));
    });
    expect(await work.replays().execute()).toBe(0);
    // Another one, which found it due just before, leaves it alone.
    const found = { due: async () => [hook] };
    const late = new ContinueReplays(found, work.transactions, work.clock, { failed: () => undefined });
    expect(await late.execute()).toBe(1);
    expect((await stateOf(hook)).state).toMatchObject({ replayed: state.replayed, failures: 1 });
    await whenDue(hook);
    while ((await work.replays().execute()) > 0);
    expect((await stateOf(hook)).state).toMatchObject({
      ...{ replayed: 1_400, outcome: 'completed', failures: 0 },
    });
    expect(await queued(hook)).toBe(1_400);
  });

  it('waits while 2,000 deliveries of the webhook are due', async () => {
    const hook = await hookWithHistory(3_000);
    await start(hook);
    const replays = work.replays();
    while ((await replays.execute()) > 0);
    expect(await queued(hook)).toBe(2_000);
    expect(await stateOf(hook)).toMatchObject({ status: 'running', state: { replayed: 2_000, failures: 0 } });
    await work.postgres.owner.query(
      `UPDATE notifications.deliveries SET status = 'delivered', next_at = NULL WHERE webhook_id = $1`,
      [hook.webhookId],
    );
    await whenDue(hook);
    while ((await replays.execute()) > 0);
    expect((await stateOf(hook)).state).toMatchObject({ replayed: 3_000, outcome: 'completed' });
  });

  it('takes turns with those of other companies, however many webhooks one has', async () => {
    const busy = await hookWithHistory(1_000);
    const hooks = [busy];
    const receiver = await work.receiver();
    for (let i = 0; i < 3; i++) hooks.push(await work.hook(receiver, { companyId: busy.companyId }));
    for (const hook of hooks) await start(hook);
    const other = await hookWithHistory(1);
    await start(other);
    expect(await work.replays().execute()).toBe(2);
    expect((await stateOf(other)).status).toBe('completed');
    const progress = await Promise.all(hooks.map(async (hook) => (await stateOf(hook)).state.replayed));
    expect(progress.toSorted((a, b) => b - a)).toEqual([500, 0, 0, 0]);
    for (let round = 0; round < 3; round++) await work.replays().execute();
    for (const hook of hooks) expect((await stateOf(hook)).state.replayed).toBe(500);
  });

  it('that fails is set aside with a reason and tried again, and delays no other', async () => {
    const [bad, good] = [await hookWithHistory(5), await hookWithHistory(5)];
    const owner = work.postgres.owner;
    await owner.query(
      `ALTER TABLE notifications.deliveries ADD CONSTRAINT bad CHECK (company_id <> '${bad.companyId}') NOT VALID`,
    );
    await start(bad);
    const errors: unknown[] = [];
    const replays = work.replays((error) => errors.push(error));
    for (let failures = 1; failures <= 5; failures++) {
      await replays.execute();
      const { status, state } = await stateOf(bad);
      expect([status, state.failures]).toEqual([failures < 3 ? 'running' : 'set_aside', failures]);
      expect(state.reason).toBe('past events could not be read; it is tried again');
      // It is not due before its time.
      expect(await replays.execute()).toBe(0);
      if (failures === 3) {
        await start(good);
        await replays.execute();
        expect((await stateOf(good)).status).toBe('completed');
      }
      await whenDue(bad);
    }
    expect(errors).toHaveLength(5);
    await owner.query('ALTER TABLE notifications.deliveries DROP CONSTRAINT bad');
    await replays.execute();
    expect(await stateOf(bad)).toMatchObject({ status: 'completed', state: { replayed: 5, reason: null } });
  });

  it('ends when its webhook is paused or deleted, also while it is set aside', async () => {
    const [paused, given, deleted] = [
      await hookWithHistory(5),
      await hookWithHistory(5),
      await hookWithHistory(5),
    ];
    for (const hook of [paused, given, deleted]) await start(hook);
    await work.update(paused, 'paused');
    expect(await stateOf(paused)).toMatchObject({
      ...{ status: 'cancelled', state: { reason: 'the webhook was paused', nextAt: null } },
    });
    // By a process that records attempts.
    await work.postgres.owner.query(
      `UPDATE notifications.webhooks SET status = 'paused', paused_reason = 'gone', paused_at = now() WHERE webhook_id = $1`,
      [given.webhookId],
    );
    await work.postgres.owner.query(
      `UPDATE notifications.webhooks SET status = 'deleted' WHERE webhook_id = $1`,
      [deleted.webhookId],
    );
    await work.replays().execute();
    expect((await stateOf(given)).status).toBe('cancelled');
    expect([await queued(paused), await queued(given), await queued(deleted)]).toEqual([0, 0, 0]);
    expect(await work.replays().execute()).toBe(0);
  });

  it('is of its company alone', async () => {
    const hook = await hookWithHistory(0);
    await start(hook);
    const other = await work.postgres.newCompany();
    const seen = (companyId: string) =>
      work.postgres.database.tenant(companyId, (tx) => tx.query('SELECT * FROM notifications.replays'));
    expect(await seen(other)).toEqual([]);
    expect(await seen(hook.companyId)).toHaveLength(1);
  });
});
