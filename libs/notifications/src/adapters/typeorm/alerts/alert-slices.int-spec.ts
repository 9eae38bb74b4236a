import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EnrolDevices } from '../../../application/alerts/enrol-devices.ts';
import { EvaluateAlerts } from '../../../application/alerts/evaluate-alerts.ts';
import { PutAlert } from '../../../application/alerts/put-alert.ts';
import type { AlertSlice, DueAlert, DueDevice, EvaluatedAlert } from '../../../application/alert-ports.ts';
import { NotificationsOnPostgres } from '../../../testing/notifications-on-postgres.ts';
import { WatchedCompany } from '../../../testing/watched-company.ts';
import { TypeormAlertEnrolment } from './typeorm-alert-enrolment.ts';
import { TypeormAlertQueue } from './typeorm-alert-queue.ts';
import { TypeormAlertTransactions } from './typeorm-alert-transactions.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Days whose partitions exist, whatever the time. */
const NOW = Date.now();
const BACKLOG = new Date(NOW - 2 * HOUR);
const alternating = Array.from({ length: 2_000 }, (_, n) => (n % 2 === 0 ? -20 : 20));

let postgres: NotificationsOnPostgres;
let now: Date;
let count = 0;
const clock = { now: () => now };
beforeAll(async () => {
  postgres = await NotificationsOnPostgres.start();
});
afterAll(() => postgres?.close());
beforeEach(async () => {
  now = new Date(NOW);
  await postgres.owner.query(
    'TRUNCATE notifications.alerts, notifications.alert_changes, notifications.alert_attempts CASCADE',
  );
});

/** Records the work of each slice. */
class ObservedQueue extends TypeormAlertQueue {
  readonly slices: {
    devices: string[];
    rules: number;
    readings: number;
    evaluations: number;
    changes: number;
  }[] = [];

  override work(
    slice: AlertSlice,
    at: Date,
    evaluateAll: (due: readonly DueAlert[]) => readonly EvaluatedAlert[],
  ) {
    return super.work(slice, at, (due) => {
      const evaluated = evaluateAll(due);
      const perDevice = new Map(due.map(({ deviceId, readings }) => [deviceId, readings.length]));
      this.slices.push({
        devices: slice.devices.map(({ deviceId }) => deviceId),
        rules: due.length,
        readings: [...perDevice.values()].reduce((sum, each) => sum + each, 0),
        evaluations: due.reduce((sum, { readings }) => sum + readings.length, 0),
        changes: Math.max(0, ...evaluated.map(({ changes }) => changes.length)),
      });
      return evaluated;
    });
  }

  get largest() {
    const most = (of: (slice: (typeof this.slices)[number]) => number) => Math.max(...this.slices.map(of));
    return {
      rules: most(({ rules }) => rules),
      readings: most(({ readings }) => readings),
      evaluations: most(({ evaluations }) => evaluations),
      changes: most(({ changes }) => changes),
    };
  }
}

/** In which a slice never returns, as in a process that ends. */
class EndingQueue extends TypeormAlertQueue {
  override work(): Promise<never> {
    return new Promise<never>(() => undefined);
  }
}

async function company({ devices, rules }: { devices: number; rules: number }) {
  const farm = await WatchedCompany.open(postgres, BACKLOG);
  const prefix = `d${++count}`;
  const deviceIds = Array.from({ length: devices }, (_, n) => `${prefix}-${n}`);
  await farm.addDevices(deviceIds);
  await farm.addRules({ count: rules });
  await new EnrolDevices(new TypeormAlertEnrolment(postgres.database), clock).execute();
  return { farm, deviceIds };
}

/** Evaluates until nothing is due. @returns the number of evaluations */
async function evaluateAll(queue: TypeormAlertQueue): Promise<number> {
  const alerts = new EvaluateAlerts(queue, clock);
  for (let runs = 0; ; runs++) {
    const due = await alerts.look();
    if (due.length === 0) return runs;
    await alerts.execute(due);
  }
}

const attempts = async () =>
  (
    await postgres.owner.query<{ device_id: string; attempts: number }>(
      'SELECT device_id, attempts FROM notifications.alert_attempts ORDER BY 1',
    )
  ).rows.map(({ device_id, attempts: made }) => [device_id, made]);
const dueNow = async (): Promise<readonly DueDevice[]> =>
  new EvaluateAlerts(new TypeormAlertQueue(postgres.database), clock).look();
const stateOf = (farm: WatchedCompany) =>
  farm.rows<{ state: string; devices: number }>(
    `SELECT state, count(DISTINCT device_id)::int AS devices FROM notifications.alert_progress WHERE company_id = $1
     GROUP BY state ORDER BY state`,
  );

describe('a rule on a metric that only a newer process knows', () => {
  it('waits for that process, while the other rules of the device are evaluated', async () => {
    const { farm, deviceIds } = await company({ devices: 1, rules: 2 });
    await farm.addReadings(deviceIds, [-20, -20], BACKLOG);
    await farm.rows(
      `UPDATE notifications.alerts SET metric = 'radon' WHERE company_id = $1 AND key = 'rule-1' RETURNING key`,
    );
    const progress = () =>
      farm.rows<{ key: string; state: string; through: Date }>(
        'SELECT key, state, through FROM notifications.alert_progress WHERE company_id = $1 ORDER BY key',
      );
    const [before] = await progress();
    const alerts = new EvaluateAlerts(new TypeormAlertQueue(postgres.database), clock);
    await alerts.execute(await alerts.look());
    const [waiting, evaluated] = await progress();
    expect(waiting).toEqual(before);
    expect(evaluated?.state).toBe('no_data');
    expect(await attempts()).toEqual([]);
  });
});

describe('the rules of a device that flaps', () => {
  it('are evaluated in bounded slices, each committed by itself, and report the first changes and the last state', async () => {
    const { farm, deviceIds } = await company({ devices: 1, rules: 50 });
    await farm.addReadings(deviceIds, alternating, BACKLOG);
    const queue = new ObservedQueue(postgres.database);
    await evaluateAll(queue);
    expect(queue.slices.length).toBeGreaterThanOrEqual(10);
    expect(queue.largest).toEqual({ rules: 50, readings: 200, evaluations: 10_000, changes: 10 });
    expect(await stateOf(farm)).toEqual([{ state: 'no_data', devices: 1 }]);
    const changes = await farm.rows<{ key: string; state: string; clears: boolean; left_out: number }>(
      `SELECT key, state, clears, left_out FROM notifications.alert_changes WHERE company_id = $1 ORDER BY change_id`,
    );
    const ofOne = changes.filter(({ key }) => key === 'rule-1');
    expect(changes.length).toBe(50 * ofOne.length);
    const reported = ofOne.reduce((sum, { left_out: leftOut }) => sum + leftOut, ofOne.length);
    // All readings change the state, and then the device is silent.
    expect(reported).toBe(alternating.length + 1);
    expect(ofOne.length).toBeLessThanOrEqual(10 * queue.slices.length);
    // Raised and cleared in turns.
    expect(ofOne.map(({ state }) => state === 'ok')).toEqual(ofOne.map((_, n) => n % 2 === 1));
    expect(ofOne.map(({ clears }) => clears)).toEqual(ofOne.map(({ state }) => state === 'ok'));
    const events = await farm.rows<{ act: string }>(
      `SELECT act FROM audit.entries
       WHERE company_id = $1 AND 'rule-1' = ANY (subjects) AND act <> 'alert_rule.added' ORDER BY entry_id`,
    );
    expect(events.map(({ act }) => act)).toEqual(
      ofOne.map(({ state }) => (state === 'ok' ? 'alert.cleared' : `alert.${state}`)),
    );
  });

  it('continue after a slice that was stored, in another process too, and change nothing a second time', async () => {
    const { farm, deviceIds } = await company({ devices: 1, rules: 50 });
    await farm.addReadings(deviceIds, alternating.slice(0, 1_000), BACKLOG);
    class Interrupted extends ObservedQueue {
      override work(...args: Parameters<TypeormAlertQueue['work']>) {
        if (this.slices.length === 2) throw new Error('the process ends');
        return super.work(...args);
      }
    }
    const interrupted = new EvaluateAlerts(new Interrupted(postgres.database), clock);
    await expect(interrupted.execute(await interrupted.look())).rejects.toThrow('the process ends');
    const through = async () => {
      const [row] = await farm.rows<{ seconds: number }>(
        `SELECT extract(epoch FROM min(through) - (SELECT since FROM notifications.alerts WHERE company_id = $1 LIMIT 1))::int AS seconds
         FROM notifications.alert_progress WHERE company_id = $1`,
      );
      return row?.seconds;
    };
    expect(await through()).toBe(399);
    const next = new ObservedQueue(postgres.database);
    await evaluateAll(next);
    expect(next.slices.map(({ readings }) => readings)).toEqual([200, 200, 200, 0]);
    expect(await dueNow()).toEqual([]);
  });
});

describe('hundreds of stations that come back after an outage', () => {
  it('are evaluated in bounded slices, while another company does not wait for them', async () => {
    const { farm, deviceIds } = await company({ devices: 300, rules: 4 });
    await farm.addReadings(deviceIds, alternating.slice(0, 100), BACKLOG);
    const other = await company({ devices: 2, rules: 1 });
    await other.farm.addReadings(other.deviceIds, [-1, -1], new Date(NOW - MINUTE));
    const queue = new ObservedQueue(postgres.database);
    await evaluateAll(queue);
    expect(queue.slices[0]?.devices).toEqual(expect.arrayContaining(other.deviceIds));
    expect(await stateOf(other.farm)).toEqual([{ state: 'firing', devices: 2 }]);
    expect(await stateOf(farm)).toEqual([{ state: 'no_data', devices: 300 }]);
    const { rules, readings, evaluations } = queue.largest;
    expect(rules).toBeLessThanOrEqual(500);
    expect(readings).toBeLessThanOrEqual(5_000);
    expect(evaluations).toBeLessThanOrEqual(10_000);
    expect(await attempts()).toEqual([]);
  });

  it('whose rules are older than the limits are evaluated within the same bounds', async () => {
    const { farm, deviceIds } = await company({ devices: 2, rules: 700 });
    await farm.addReadings(deviceIds, [...alternating.slice(0, 40), -1], BACKLOG);
    const queue = new ObservedQueue(postgres.database);
    now = new Date(BACKLOG.getTime() + 2 * MINUTE);
    expect(await evaluateAll(queue)).toBeLessThanOrEqual(2);
    expect(await stateOf(farm)).toEqual([{ state: 'firing', devices: 2 }]);
    expect(queue.largest.rules).toBe(50);
    expect(queue.largest.evaluations).toBeLessThanOrEqual(10_000);
  });

  it('a few new readings of many devices fit into one slice', async () => {
    const { farm, deviceIds } = await company({ devices: 300, rules: 1 });
    await farm.addReadings(deviceIds, [5, 6], new Date(NOW - MINUTE));
    const queue = new ObservedQueue(postgres.database);
    await evaluateAll(queue);
    expect(queue.slices.map(({ devices, readings }) => [devices.length, readings])).toEqual([[300, 600]]);
  });
});

describe('a device', () => {
  const failing = async (deviceId: string) => {
    await postgres.owner.query(`
      CREATE OR REPLACE FUNCTION notifications.fails() RETURNS trigger LANGUAGE plpgsql
        AS $$ BEGIN RAISE EXCEPTION 'cannot be stored'; END $$;
      CREATE OR REPLACE TRIGGER fails BEFORE UPDATE ON notifications.alert_progress FOR EACH ROW
        WHEN (NEW.device_id = '${deviceId}') EXECUTE FUNCTION notifications.fails()`);
    return () => postgres.owner.query('DROP TRIGGER fails ON notifications.alert_progress');
  };

  it('whose evaluation fails three times is set aside, holds up no other, and is tried again later', async () => {
    const { farm, deviceIds } = await company({ devices: 3, rules: 2 });
    const [bad = '', ...good] = deviceIds;
    await farm.addReadings(deviceIds, [-1, -1], new Date(NOW - MINUTE));
    const mend = await failing(bad);
    const run = async () => {
      // Another process each time.
      const alerts = new EvaluateAlerts(new TypeormAlertQueue(postgres.database), clock);
      await alerts.execute(await alerts.look());
    };
    try {
      await expect(run()).rejects.toThrow('cannot be stored');
      expect(await attempts()).toEqual(deviceIds.map((id) => [id, 1]));
      await expect(run()).rejects.toThrow(new RegExp(`^${bad}: .*cannot be stored`));
      expect(await attempts()).toEqual([[bad, 2]]);
      expect(await stateOf(farm)).toEqual([
        { state: 'firing', devices: good.length },
        { state: 'ok', devices: 1 },
      ]);
      await expect(run()).rejects.toThrow(bad);
      expect(await attempts()).toEqual([[bad, 3]]);
      expect(await dueNow()).toEqual([]);
      now = new Date(NOW + 10 * MINUTE);
      await expect(run()).rejects.toThrow(bad);
      now = new Date(NOW + 29 * MINUTE);
      expect(await dueNow()).toEqual([]);
    } finally {
      await mend();
    }
    now = new Date(NOW + 30 * MINUTE);
    await run();
    expect(await attempts()).toEqual([]);
    expect(await stateOf(farm)).toEqual([{ state: 'firing', devices: 3 }]);
  });

  it('whose evaluation ends the process three times is set aside as well', async () => {
    const { farm, deviceIds } = await company({ devices: 1, rules: 1 });
    const [bad = ''] = deviceIds;
    await farm.addReadings(deviceIds, [-1], new Date(NOW - MINUTE));
    for (let times = 1; times <= 3; times++) {
      const ending = new EvaluateAlerts(new EndingQueue(postgres.database), clock);
      const due = await ending.look();
      expect(due.map(({ deviceId }) => deviceId)).toEqual([bad]);
      void ending.execute(due);
      while ((await attempts())[0]?.[1] !== times) await new Promise(setImmediate);
    }
    expect(await dueNow()).toEqual([]);
  });

  it('that is enrolled later begins as those that were there when its rule was created', async () => {
    const { farm } = await company({ devices: 1, rules: 0 });
    const transactions = new TypeormAlertTransactions(postgres.database);
    const frost = { key: 'frost', name: 'Frost', kind: 'silent', project: 'farm', for: '1h' } as const;
    await new PutAlert(transactions, clock).execute(farm.companyId, frost);
    await farm.addDevices([`later-${++count}`]);
    await new EnrolDevices(new TypeormAlertEnrolment(postgres.database), clock).execute();
    const rows = await farm.rows(
      `SELECT state, since, through, due_at, last_at, breached_at FROM notifications.alert_progress WHERE company_id = $1`,
    );
    expect(rows).toHaveLength(2);
    expect(rows[0]).toEqual(rows[1]);
  });

  it('that no rule watches any more is forgotten, and so is the progress of an inactive rule', async () => {
    const { farm, deviceIds } = await company({ devices: 2, rules: 1 });
    const queue = new TypeormAlertQueue(postgres.database);
    await queue.begin(
      deviceIds.map((deviceId) => ({ companyId: farm.companyId, deviceId, attempts: 3, retryAt: now })),
      now,
    );
    const enrol = () => new EnrolDevices(new TypeormAlertEnrolment(postgres.database), clock).execute();
    await enrol();
    expect(await attempts()).toHaveLength(2);
    await farm.rows(
      `UPDATE access.devices SET status = 'revoked' WHERE company_id = $1 AND device_id LIKE '%-0'`,
    );
    await enrol();
    expect(await attempts()).toEqual([[deviceIds[1], 3]]);
    await farm.rows('UPDATE notifications.alerts SET active = false WHERE company_id = $1');
    await enrol();
    expect(await stateOf(farm)).toEqual([]);
    expect(await attempts()).toEqual([]);
  });
});
