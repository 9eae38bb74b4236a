import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { TestWebhook } from '../../application/deliveries/test-webhook.ts';
import { WorkingWebhooks } from '../../testing/working-webhooks.ts';
import { CLAIM, RECORD, SWEEP_DELIVERIES } from './delivery-queue-sql.ts';
import { DELIVERIES_PAGE } from './typeorm-delivery-repository.ts';

let work: WorkingWebhooks;
beforeAll(async () => {
  work = await WorkingWebhooks.start();
});
afterEach(() => work.reset());
afterAll(() => work?.close());

const never = () => new Promise<never>(() => undefined);

describe('a receiver', () => {
  it('that never answers delays no other company, even if those of five companies hold all they may', async () => {
    const silent = await work.receiver(() => undefined);
    const fast = await work.receiver();
    const tests = new TestWebhook(work.transactions, work.clock);
    const slow = await Promise.all(Array.from({ length: 5 }, () => work.postgres.newCompany()));
    for (const companyId of slow) {
      for (let hook = 0; hook < 4; hook++) await work.hook(silent, { companyId });
      await work.register(
        companyId,
        Array.from({ length: 60 }, (_, index) => `w-${index}`),
      );
    }
    await work.fanOut();
    const process = work.process({ timeoutMs: 600_000 });
    // A company that comes in before the others have taken everything, and one that comes in afterwards.
    await process.fill();
    const held = process.inFlight;
    const [own, other] = [await work.hook(silent, { companyId: slow[0]! }), await work.hook(fast)];
    for (let event = 0; event < 20; event++) await tests.execute(own.companyId, own.webhookId);
    const ids = await Promise.all(
      Array.from({ length: 20 }, () => tests.execute(other.companyId, other.webhookId)),
    );
    await process.fill();
    expect(new Set((await fast.has(20)).map(({ headers }) => headers['webhook-id']))).toEqual(new Set(ids));
    // Test events of a company that holds its share wait as any other event.
    expect(silent.open).toBeLessThanOrEqual(held);
    const claims = await work.postgres.owner.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM notifications.deliveries WHERE claim_id IS NOT NULL AND company_id = ANY ($1)
       GROUP BY company_id`,
      [slow],
    );
    for (const { count } of claims.rows) expect(count).toBeLessThanOrEqual(200);
    expect(held).toBeLessThan(1_000);
    await process.stop(Promise.resolve(), never);
  });
});

describe('before the table of deliveries was ever analyzed', () => {
  const planOf = async (statement: string) => {
    const plan = await work.postgres.database.system((tx) =>
      tx.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN, COSTS OFF) ${statement}`),
    );
    return plan.map((line) => line['QUERY PLAN']).join('\n');
  };

  it.each(Object.entries({ CLAIM, RECORD }))('%s does not read them by time', async (_, { ofAll }) => {
    expect(await planOf(typeof ofAll === 'string' ? ofAll : ofAll.text)).not.toContain('deliveries_by_time');
  });

  it.each(Object.entries({ DELIVERIES_PAGE, SWEEP_DELIVERIES }))('%s does', async (_, statement) => {
    expect(await planOf(statement)).toContain('deliveries_by_time');
  });
});
