import { newId } from '@furrow/kernel';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TypeormAlertEnrolment } from '../adapters/typeorm/alerts/typeorm-alert-enrolment.ts';
import { TypeormAlertQueue } from '../adapters/typeorm/alerts/typeorm-alert-queue.ts';
import { TypeormAlertTransactions } from '../adapters/typeorm/alerts/typeorm-alert-transactions.ts';
import type { DeviceKey, DueAlert, DueDevice, EvaluatedAlert } from '../application/alert-ports.ts';
import { NotificationsOnPostgres } from './notifications-on-postgres.ts';
import { WatchedCompany } from './watched-company.ts';

const MINUTE = 60_000;
const now = new Date();
const before = (minutes: number) => new Date(now.getTime() - minutes * MINUTE);

interface Watched {
  readonly farm: WatchedCompany;
  readonly deviceId: string;
}

/** Every rule fires by its last reading. */
const firing = (due: readonly DueAlert[]): EvaluatedAlert[] =>
  due.map((one) => {
    const at = one.readings.at(-1)?.at ?? now.getTime();
    const progress = { ...one.progress, state: 'firing' as const, since: at, through: at, lastAt: at };
    return { due: one, progress, changes: [{ state: 'firing', at, clears: false }], leftOut: 0, dueAt: null };
  });

/** What the queue of alerts must do, on one PostgreSQL or on a Citus: a slice of it is of several companies. */
export function describeAlertQueue(name: string, { onCitus = false } = {}): void {
  describe(`the queue of alerts on ${name}`, () => {
    let postgres: NotificationsOnPostgres;
    let queue: TypeormAlertQueue;
    let enrolment: TypeormAlertEnrolment;
    let watched: readonly Watched[];
    beforeAll(async () => {
      postgres = await NotificationsOnPostgres.start({ onCitus });
      queue = new TypeormAlertQueue(postgres.database);
      enrolment = new TypeormAlertEnrolment(postgres.database);
    });
    afterAll(() => postgres?.close());
    beforeEach(async () => {
      for (const table of ['alert_progress', 'alert_changes', 'alert_attempts', 'alerts'])
        await postgres.owner.query(`DELETE FROM notifications.${table}`);
      watched = [await aCompany(), await aCompany(), await aCompany()];
      await enrol();
    });

    /** A company with a device, a rule of its project and one of the device. */
    async function aCompany(): Promise<Watched> {
      const farm = await WatchedCompany.open(postgres, before(60));
      const deviceId = `ws-${newId()}`;
      await farm.addDevices([deviceId]);
      await farm.addRules({ count: 1 });
      await farm.addRules({ count: 1, device: deviceId, prefix: 'own' });
      return { farm, deviceId };
    }
    const keyOf = ({ farm, deviceId }: Watched): DeviceKey => ({ companyId: farm.companyId, deviceId });
    const inOrder = (keys: readonly DeviceKey[]) =>
      keys.map(({ companyId, deviceId }) => `${companyId} ${deviceId}`).toSorted();
    async function enrol(): Promise<void> {
      const companies = await enrolment.companies(undefined, 100);
      expect(await enrolment.enrol(companies, now, undefined)).toBeUndefined();
    }
    async function look(at = now): Promise<readonly DueDevice[]> {
      const { due, next } = await queue.look(at, undefined);
      expect(next).toBeUndefined();
      return due;
    }
    const work = (devices: readonly DueDevice[], evaluate = firing) =>
      queue.work({ devices, rules: 100, readings: 10 }, now, evaluate);
    const statesOf = ({ farm }: Watched) =>
      farm.rows<{ key: string; state: string }>(
        'SELECT key, state FROM notifications.alert_progress WHERE company_id = $1 ORDER BY key',
      );
    const changesOf = ({ farm }: Watched) =>
      farm.rows<{ key: string; state: string; clears: boolean }>(
        'SELECT key, state, clears FROM notifications.alert_changes WHERE company_id = $1 ORDER BY key, change_id',
      );
    const both = <T extends object>(value: T) => [
      { key: 'own-1', ...value },
      { key: 'rule-1', ...value },
    ];

    it('enrols the devices of several companies, once', async () => {
      await enrol();
      for (const one of watched) expect(await statesOf(one)).toEqual(both({ state: 'ok' }));
    });

    it('finds devices with new readings, and stores what their rules are evaluated to in one slice', async () => {
      const [first, second] = watched as [Watched, Watched];
      for (const { farm, deviceId } of [first, second])
        await farm.addReadings([deviceId], [-1, -2], before(5));
      const due = await look();
      // The third has none, and its silence is due.
      expect(inOrder(due)).toEqual(inOrder(watched.map(keyOf)));
      const read: Record<string, readonly (number | null)[]> = {};
      const rest = await work(due, (some) => {
        for (const { deviceId, readings } of some) read[deviceId] = readings.map(({ value }) => value);
        return firing(some);
      });
      expect(rest).toEqual([]);
      expect(watched.map(({ deviceId }) => read[deviceId])).toEqual([[-1, -2], [-1, -2], []]);
      for (const one of watched) {
        expect(await statesOf(one)).toEqual(both({ state: 'firing' }));
        expect(await changesOf(one)).toEqual(both({ state: 'firing', clears: false }));
      }
      expect(await look()).toEqual([]);
    });

    it('tells which devices have more readings than a slice', async () => {
      const [{ farm, deviceId }] = watched as [Watched];
      await farm.addReadings([deviceId], [-1, -2, -3], before(5));
      const due = (await look()).filter((one) => one.deviceId === deviceId);
      const rest = await queue.work({ devices: due, rules: 100, readings: 2 }, now, firing);
      expect(rest).toMatchObject([{ companyId: farm.companyId, deviceId, failures: 0 }]);
      expect(await queue.work({ devices: rest!, rules: 100, readings: 2 }, now, firing)).toEqual([]);
    });

    it('counts attempts of several companies, sets devices aside until they are tried again, and forgets both', async () => {
      const [first, ...others] = watched as [Watched, Watched, Watched];
      const later = new Date(now.getTime() + 10 * MINUTE);
      const attempts = watched.map((one) => ({ ...keyOf(one), attempts: 2, retryAt: null }));
      await queue.begin(attempts, now);
      await queue.begin([{ ...keyOf(first), attempts: 3, retryAt: later }], now);
      const due = await look();
      expect(inOrder(due)).toEqual(inOrder(others.map(keyOf)));
      expect(due.map(({ failures }) => failures)).toEqual([2, 2]);
      expect((await look(later)).find((one) => one.deviceId === first.deviceId)?.failures).toBe(3);
      await work(due);
      const left = async () =>
        (
          await postgres.owner.query<DeviceKey>(
            'SELECT company_id AS "companyId", device_id AS "deviceId" FROM notifications.alert_attempts',
          )
        ).rows;
      expect(await left()).toEqual([keyOf(first)]);
      await enrolment.forget();
      expect(await left()).toEqual([keyOf(first)]);
      await first.farm.rows('DELETE FROM notifications.alert_progress WHERE company_id = $1');
      await enrolment.forget();
      expect(await left()).toEqual([]);
    });

    it('clears what devices have raised that no rule watches any more', async () => {
      const [revoked, ruleless, stays] = watched as [Watched, Watched, Watched];
      await work(await look());
      await revoked.farm.rows(`UPDATE access.devices SET status = 'revoked' WHERE company_id = $1`);
      await ruleless.farm.rows(
        `UPDATE notifications.alerts SET active = false WHERE company_id = $1 AND key = 'own-1'`,
      );
      await enrol();
      const raised = { state: 'firing', clears: false };
      const cleared = { state: 'ok', clears: true };
      expect([await statesOf(revoked), await changesOf(revoked)]).toEqual([
        ...[[], both(raised).flatMap((one) => [one, { ...one, ...cleared }])],
      ]);
      const [own, rule] = both(raised);
      expect(await changesOf(ruleless)).toEqual([own, { ...own, ...cleared }, rule]);
      expect(await changesOf(stays)).toEqual([own, rule]);
    });

    it('deletes old changes of every company', async () => {
      await work(await look());
      const kept = watched[0]!.farm.companyId;
      await postgres.owner.query(
        `UPDATE notifications.alert_changes SET at = '2026-01-01' WHERE company_id <> $1`,
        [kept],
      );
      expect(await queue.sweep(new Date('2026-01-02'))).toBe(4);
      expect(await queue.sweep(new Date('2026-01-02'))).toBe(0);
      expect(await changesOf(watched[0]!)).toHaveLength(2);
    });

    it('lists the rules of a company by key or the most severe first, with their devices', async () => {
      const [{ farm, deviceId }] = watched as [Watched];
      await farm.rows(
        `UPDATE notifications.alert_progress SET state = 'firing' WHERE company_id = $1 AND key = 'rule-1'`,
      );
      await queue.begin([{ companyId: farm.companyId, deviceId, attempts: 3, retryAt: now }], now);
      await new TypeormAlertTransactions(postgres.database).run(farm.companyId, async ({ alerts }) => {
        for (const [order, keys] of [
          ['key', ['own-1', 'rule-1']],
          ['state', ['rule-1', 'own-1']],
        ] as const) {
          const { items, total } = await alerts.page({ page: 1, pageSize: 10 }, order);
          expect([items.map(({ alert }) => alert.state.key), total]).toEqual([keys, 2]);
        }
        const shown = await alerts.view('rule-1');
        expect(shown).toMatchObject({ counts: { firing: 1, ok: 0 }, setAside: 1 });
        expect(shown?.devices).toMatchObject([{ deviceId, state: 'firing', setAsideUntil: now }]);
        const { items } = await alerts.devices('rule-1', { page: 1, pageSize: 10 });
        expect(items).toMatchObject([{ deviceId, state: 'firing', setAsideUntil: now }]);
      });
    });
  });
}
