import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApplyAlerts } from '../../../application/alerts/apply-alerts.ts';
import { ListAlerts } from '../../../application/alerts/list-alerts.ts';
import { type DeclaredAlert, PutAlert } from '../../../application/alerts/put-alert.ts';
import { NotificationsOnPostgres } from '../../../testing/notifications-on-postgres.ts';
import { WatchedCompany } from '../../../testing/watched-company.ts';
import { TypeormAlertTransactions } from './typeorm-alert-transactions.ts';

let postgres: NotificationsOnPostgres;
let transactions: TypeormAlertTransactions;
let put: PutAlert;
let count = 0;
const clock = { now: () => new Date() };
beforeAll(async () => {
  postgres = await NotificationsOnPostgres.start();
  transactions = new TypeormAlertTransactions(postgres.database);
  put = new PutAlert(transactions, clock);
});
afterAll(() => postgres?.close());

async function farmWith({ own, whole = 0 }: { own: number; whole?: number }) {
  const farm = await WatchedCompany.open(postgres, new Date());
  const [first, second] = [`limited-${++count}`, `limited-${++count}`];
  await farm.addDevices([first, second]);
  await farm.addRules({ count: own, device: first, prefix: 'own' });
  await farm.addRules({ count: whole, prefix: 'whole' });
  return { farm, first, second };
}
const rule = (
  key: string,
  device: string | null = null,
  over: Partial<DeclaredAlert> = {},
): DeclaredAlert => ({
  ...{ key, name: 'Frost', kind: 'threshold', project: 'farm', device, metric: 'te', below: 0, for: '0s' },
  ...over,
});
const total = async ({ companyId }: WatchedCompany) =>
  (await new ListAlerts(transactions).execute(companyId, { page: 1, pageSize: 1, order: 'key' })).total;
const apply = (farm: WatchedCompany, declared: readonly DeclaredAlert[], prune = false) =>
  transactions.run(farm.companyId, (repositories) =>
    new ApplyAlerts(repositories, clock).execute(declared, { prune }),
  );

describe('the limits of alert rules', () => {
  it('hold for rules that are created at the same time', async () => {
    const { farm, first, second } = await farmWith({ own: 40, whole: 9 });
    const create = (key: string, device: string | null) => put.execute(farm.companyId, rule(key, device));
    const outcomes = await Promise.allSettled([
      ...[create('a', first), create('b', null), create('c', first), create('d', null)],
    ]);
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toHaveLength(3);
    for (const error of refused)
      expect(error).toMatchObject({ code: 'too_many_alerts', facts: { limit: 50 } });
    expect(await total(farm)).toBe(50);
    await farm.addRules({ count: 149, device: second, prefix: 'older' });
    const last = await Promise.allSettled(['x', 'y', 'z'].map((key) => create(key, null)));
    expect(last.filter(({ status }) => status === 'fulfilled')).toHaveLength(0);
  });

  it('hold for a company', async () => {
    const { farm } = await farmWith({ own: 0 });
    const devices = ['k', 'l', 'm', 'n', 'o'].map((name) => `${name}-${++count}`);
    await farm.addDevices(devices);
    for (const device of devices.slice(0, 4)) await farm.addRules({ count: 49, device, prefix: device });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, (_, n) => put.execute(farm.companyId, rule(`new-${n}`, devices[4]))),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: {
        code: 'too_many_alerts',
        message: 'A company has at most 200 alert rules.',
        facts: { limit: 200 },
      },
    });
    expect(await total(farm)).toBe(200);
  });

  it('let rules that are older than them be changed, and no further ones be created', async () => {
    const { farm, first, second } = await farmWith({ own: 230 });
    const put1 = (over: Partial<DeclaredAlert>, key = 'own-1') =>
      put.execute(farm.companyId, rule(key, first, over));
    expect((await put1({ below: -2 })).alert.state.below).toBe(-2);
    expect((await put1({ device: second })).alert.state.deviceId).toBe(second);
    await expect(put1({ device: first })).rejects.toMatchObject({ code: 'too_many_alerts' });
    await expect(put1({}, 'fresh')).rejects.toMatchObject({ code: 'too_many_alerts', facts: { limit: 200 } });
    expect(await total(farm)).toBe(230);
  });

  it('hold for the farm file, which may replace and move rules within them', async () => {
    const { farm, first, second } = await farmWith({ own: 50 });
    const file = (device: string, prefix: string, length = 50) =>
      Array.from({ length }, (_, n) => rule(`${prefix}-${n + 1}`, device, { clearBy: 0 }));
    await expect(apply(farm, [...file(first, 'own'), rule('more', first)])).rejects.toMatchObject({
      details: [{ field: 'alerts[50].device', message: expect.stringContaining('at most 50') }],
    });
    expect(await total(farm)).toBe(50);
    // Each device has 50 before and after, and 51 in between.
    await apply(farm, [...file(first, 'own'), ...file(second, 'other')]);
    await apply(farm, [...file(second, 'own'), ...file(first, 'other')]);
    await apply(farm, [...file(first, 'new'), ...file(second, 'newer')], true);
    expect(await total(farm)).toBe(100);
    const third = [`limited-${++count}`, `limited-${++count}`, `limited-${++count}`];
    await farm.addDevices(third);
    const all = third.flatMap((device) => file(device, device, 40));
    await expect(apply(farm, all)).rejects.toMatchObject({
      details: [{ field: 'alerts', message: 'A company has at most 200 alert rules.' }],
    });
    expect(await total(farm)).toBe(100);
  });
});

describe('the list of alert rules', () => {
  it('has pages, by key or the most severe state first, and counts the devices of each', async () => {
    const { farm } = await farmWith({ own: 0 });
    const devices = Array.from({ length: 40 }, (_, n) => `listed-${String(n).padStart(2, '0')}`);
    await farm.addDevices(devices);
    for (const key of ['a', 'b', 'c', 'd']) await put.execute(farm.companyId, rule(key));
    await put.execute(farm.companyId, rule('e', devices[0]));
    await farm.rows(`UPDATE notifications.alert_progress SET state = 'firing', left_out = 3
                     WHERE company_id = $1 AND key = 'd' AND device_id IN ('listed-30', 'listed-31')`);
    await farm.rows(`UPDATE notifications.alert_progress SET state = 'pending' WHERE company_id = $1 AND key = 'c'
                     AND device_id = 'listed-07'`);
    await farm.rows(`INSERT INTO notifications.alert_attempts VALUES ($1, 'listed-31', 3, now(), '2026-03-01T08:00:00Z'),
                                                                     ($1, 'listed-30', 2, now(), NULL)`);
    const list = new ListAlerts(transactions);
    const keys = async (page: number, order: 'key' | 'state') => {
      const found = await list.execute(farm.companyId, { page, pageSize: 3, order });
      return [found.items.map(({ alert }) => alert.state.key).join(''), found.total];
    };
    expect(await Promise.all([keys(1, 'key'), keys(2, 'key')])).toEqual([
      ['abc', 5],
      ['de', 5],
    ]);
    expect(await Promise.all([keys(1, 'state'), keys(2, 'state')])).toEqual([
      ['dca', 5],
      ['be', 5],
    ]);
    const shown = await list.get(farm.companyId, 'd');
    expect(shown).toMatchObject({
      ...{ counts: { firing: 2, ok: 40, pending: 0, no_data: 0 }, setAside: 1, project: 'farm' },
    });
    expect(shown.devices).toHaveLength(25);
    expect(shown.devices.slice(0, 2)).toEqual([
      { deviceId: 'listed-30', state: 'firing', since: expect.any(Date), flapped: true, setAsideUntil: null },
      {
        deviceId: 'listed-31',
        state: 'firing',
        since: expect.any(Date),
        flapped: true,
        setAsideUntil: new Date('2026-03-01T08:00:00Z'),
      },
    ]);
    const second = await list.devices(farm.companyId, 'd', { page: 2, pageSize: 25 });
    expect([second.total, second.items.length]).toEqual([42, 17]);
    await expect(list.devices(farm.companyId, 'none', { page: 1, pageSize: 25 })).rejects.toMatchObject({
      code: 'alert_not_found',
    });
  });
});
