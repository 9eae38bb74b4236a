import { byCompany, crossing, type Database, queryCrossing, type Transaction } from '@furrow/database';
import type {
  AlertAttempt,
  AlertQueue,
  AlertSlice,
  DeviceKey,
  DueAlert,
  DueDevice,
  EvaluatedAlert,
} from '../../../application/alert-ports.ts';
import {
  Alert,
  ALERT_METRICS,
  type AlertMetric,
  type AlertProgress,
  type AlertState,
  ALLOWED_LATENESS_MS,
  SOIL_METRICS,
  type SoilMetric,
} from '../../../domain/index.ts';
import { type FollowedReading, readingDirectory } from '../../telemetry/telemetry-readings.ts';
import { takesAlertLock } from './alert-lock.ts';
import { storeAlerts } from './store-alerts.ts';
import { ALERT_COLUMNS } from './typeorm-alert-repository.ts';

/** The number of watched devices that one look reads. */
const LOOK = 2_000;
const FIRST: DeviceKey = { companyId: '00000000-0000-0000-0000-000000000000', deviceId: '' };

/** The number of changes that one statement deletes. */
const SWEPT = 5_000;
const SWEEP_CHANGES = `
  DELETE FROM notifications.alert_changes c
  USING (SELECT company_id, change_id FROM notifications.alert_changes WHERE at < $1 ORDER BY at LIMIT $2) AS old
  WHERE c.company_id = old.company_id AND c.change_id = old.change_id`;

/** `$1` now, `$2` and `$3` the device before, `$4` the limit. */
const WATCHED = {
  name: 'watched_devices',
  text: `
  SELECT p.company_id AS "companyId", p.device_id AS "deviceId", min(p.through) AS through, count(*)::int AS rules,
         coalesce(bool_or(p.due_at <= $1), false) AS "isDue"
  FROM notifications.alert_progress p WHERE (p.company_id, p.device_id) > ($2::uuid, $3::text)
  GROUP BY p.company_id, p.device_id ORDER BY p.company_id, p.device_id LIMIT $4`,
};

/** Of the devices after `$2` and `$3` up to `$4` and `$5`; `$1` now. Few, and not joined because a Citus could not limit it. */
const ATTEMPTS = {
  name: 'alert_attempts',
  text: `
  SELECT t.device_id AS "deviceId", t.attempts, coalesce(t.retry_at > $1, false) AS "isSetAside"
  FROM notifications.alert_attempts t
  WHERE (t.company_id, t.device_id) > ($2::uuid, $3::text) AND (t.company_id, t.device_id) <= ($4::uuid, $5::text)`,
};

/**
 * `$3` now, `$4` the maximum number of rules, `$5` the metrics that this version knows: during an upgrade the others wait
 * for a process that knows them. Those that silence changes first, then those that are furthest behind.
 */
const DUE = crossing(
  'due_alerts',
  5,
  (of) => `
  SELECT p.company_id AS "companyId", p.device_id AS "watchedId", p.state, p.since AS "changedAt", p.through,
         p.last_at AS "lastAt", p.breached_at AS "breachedAt", ${ALERT_COLUMNS}
  FROM notifications.alert_progress p JOIN notifications.alerts a USING (company_id, key)
  WHERE a.active AND (a.metric IS NULL OR a.metric = ANY ($5::text[])) AND (p.company_id, p.device_id) IN (SELECT * FROM unnest($1::uuid[], $2::text[])) ${of('p')}
  ORDER BY coalesce(p.due_at <= $3, false) DESC, p.through, p.key LIMIT $4
  FOR UPDATE OF p SKIP LOCKED`,
);

/** `$1` companies, `$2` devices, `$3` attempts, `$4` when they are set aside until, `$5` now. */
const BEGIN = `
  INSERT INTO notifications.alert_attempts (company_id, device_id, attempts, attempted_at, retry_at)
  SELECT n.company_id, n.device_id, n.attempts, $5::timestamptz, n.retry_at
  FROM unnest($1::uuid[], $2::text[], $3::int[], $4::timestamptz[]) AS n (company_id, device_id, attempts, retry_at)
  ON CONFLICT (company_id, device_id)
  DO UPDATE SET attempts = excluded.attempts, attempted_at = excluded.attempted_at, retry_at = excluded.retry_at`;

type Watched = Omit<DueDevice, 'failures'> & { readonly isDue: boolean };

interface Attempted {
  readonly deviceId: string;
  readonly attempts: number;
  readonly isSetAside: boolean;
}

type Row = AlertState &
  Omit<AlertProgress, 'since' | 'through' | 'lastAt' | 'breachedAt'> & {
    readonly companyId: string;
    readonly watchedId: string;
    readonly changedAt: Date;
    readonly through: Date;
    readonly lastAt: Date | null;
    readonly breachedAt: Date | null;
  };

/** A device of a slice, with the rules that the slice evaluates. */
interface Locked extends DeviceKey {
  readonly after: Date;
  readonly rows: readonly Row[];
}

export class TypeormAlertQueue implements AlertQueue {
  constructor(private readonly database: Database) {}

  /** Across companies: one process evaluates the rules of all. */
  look(
    now: Date,
    after: DeviceKey = FIRST,
  ): Promise<{ readonly due: readonly DueDevice[]; readonly next: DeviceKey | undefined }> {
    return this.database.system(async (tx) => {
      const from = [now, after.companyId, after.deviceId];
      const watched = await tx.query<Watched>(WATCHED, [...from, LOOK]);
      const last = watched.at(-1);
      if (last === undefined) return { due: [], next: undefined };
      const attempted = await tx.query<Attempted>(ATTEMPTS, [...from, last.companyId, last.deviceId]);
      const attempts = new Map(attempted.map((one) => [one.deviceId, one]));
      const ready = watched.filter(({ deviceId }) => attempts.get(deviceId)?.isSetAside !== true);
      const followed = ready.map((device) => ({ ...device, after: device.through }));
      // What is not judged yet would be found by each look until it is.
      const settled = new Date(now.getTime() - ALLOWED_LATENESS_MS);
      const news = await readingDirectory.withNews(tx, followed, { now, settled });
      const due = ready.filter(({ deviceId, isDue }) => isDue || news.has(deviceId));
      return {
        due: due.map((device) => ({ ...device, failures: attempts.get(device.deviceId)?.attempts ?? 0 })),
        next: watched.length < LOOK ? undefined : last,
      };
    });
  }

  /** Without waiting for the disk: if PostgreSQL crashes, no process has ended because of these devices. */
  begin(attempts: readonly AlertAttempt[], now: Date): Promise<void> {
    const begun = async (tx: Transaction) => {
      await tx.change(BEGIN, [
        attempts.map(({ companyId }) => companyId),
        attempts.map(({ deviceId }) => deviceId),
        attempts.map((attempt) => attempt.attempts),
        attempts.map(({ retryAt }) => retryAt),
        now,
      ]);
    };
    return this.database.systemAsynchronously(begun, { atOnce: true });
  }

  work(
    { devices, rules, readings: limit }: AlertSlice,
    now: Date,
    evaluateAll: (due: readonly DueAlert[]) => readonly EvaluatedAlert[],
  ): Promise<readonly DueDevice[] | undefined> {
    return this.database.system(async (tx) => {
      if (!(await takesAlertLock(tx))) return undefined;
      const locked = await this.#locked(tx, devices, { rules, now });
      const readings = Map.groupBy(
        await readingDirectory.readings(tx, locked, { limit, now }),
        ({ deviceId }) => deviceId,
      );
      const due = locked.flatMap(({ deviceId, rows }) => {
        const its = readings.get(deviceId) ?? [];
        return rows.map((row) => dueOf(row, its, its.length < limit));
      });
      const evaluated = evaluateAll(due);
      await storeAlerts(tx, evaluated, devices);
      const advanced = new Set(evaluated.filter(isAdvanced).map(({ due: { deviceId } }) => deviceId));
      return devices.flatMap((device) => {
        const its = readings.get(device.deviceId) ?? [];
        // Of more rules than fit into a slice, those that are furthest behind are evaluated first.
        const hasMore = its.length === limit || (device.rules > rules && advanced.has(device.deviceId));
        return hasMore ? [{ ...device, through: its.at(-1)?.at ?? device.through, failures: 0 }] : [];
      });
    });
  }

  sweep(before: Date): Promise<number> {
    return this.database.system(async (tx) =>
      (await takesAlertLock(tx)) ? tx.change(SWEEP_CHANGES, [before, SWEPT]) : 0,
    );
  }

  async #locked(
    tx: Transaction,
    devices: readonly DueDevice[],
    { rules, now }: { readonly rules: number; readonly now: Date },
  ): Promise<Locked[]> {
    const found = await byCompany(tx, devices, (some, company) => {
      const keys = [some.map(({ companyId }) => companyId), some.map(({ deviceId }) => deviceId)];
      return queryCrossing<Row>(tx, DUE, [...keys, now, rules, ALERT_METRICS], company);
    });
    const byDevice = Map.groupBy(found.flat(), ({ watchedId }) => watchedId);
    return [...byDevice].map(([deviceId, rows]) => ({
      ...{ companyId: rows[0]?.companyId ?? '', deviceId, rows },
      after: new Date(Math.min(...rows.map(({ through }) => through.getTime()))),
    }));
  }
}

const isAdvanced = ({ due, progress }: EvaluatedAlert) => progress.through > due.progress.through;

function dueOf(row: Row, readings: readonly FollowedReading[], isAll: boolean): DueAlert {
  const { companyId, watchedId, state, changedAt, through, lastAt, breachedAt, ...rule } = row;
  const alert = Alert.restore(rule);
  return {
    ...{ companyId, deviceId: watchedId, alert },
    progress: {
      ...{ state, since: changedAt.getTime(), through: through.getTime() },
      ...{ lastAt: lastAt?.getTime() ?? null, breachedAt: breachedAt?.getTime() ?? null },
    },
    readings: readings.map((reading) => ({ at: reading.at.getTime(), value: valueOf(reading, alert) })),
    isAll,
  };
}

function valueOf(reading: FollowedReading, { state: { metric }, isUpperLimit }: Alert): number | null {
  if (metric === null) return null;
  return isSoil(metric) ? reading[`${metric}${isUpperLimit ? 'Max' : 'Min'}`] : reading[metric];
}

const isSoil = (metric: AlertMetric): metric is SoilMetric =>
  (SOIL_METRICS as readonly AlertMetric[]).includes(metric);
