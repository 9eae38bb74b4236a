import { byCompany, crossing, type Database, queryCrossing } from '@furrow/database';
import type { AlertEnrolment, DeviceKey } from '../../../application/alert-ports.ts';
import { LOOKS_BACK_MS } from '../../../domain/index.ts';
import { devicesOf } from '../../access/access-devices.ts';
import { takesAlertLock } from './alert-lock.ts';

/** The number of devices that are enrolled at once. */
const DEVICES = 2_000;
const FIRST_COMPANY = '00000000-0000-0000-0000-000000000000';

/** The devices: `$1` companies, `$2` projects, null of those that nothing watches, `$3` devices. */
const GIVEN = 'unnest($1::uuid[], $2::uuid[], $3::text[]) AS d (company_id, project_id, device_id)';
/** A rule begins as the domain's `beginning` says. */
const LOOKS_FROM = `a.since - ${LOOKS_BACK_MS} * interval '1 millisecond'`;

/**
 * Rules of projects, and those of devices, by themselves, because a join on both would compare all with all. What exists
 * is left to the conflict, because the plan of an anti-join depends on statistics.
 */
const INSERT_PROGRESS = ['a.device_id IS NULL', 'a.device_id = d.device_id'].map((watched) =>
  crossing(
    undefined,
    3,
    (of) => `
    INSERT INTO notifications.alert_progress (company_id, key, device_id, state, since, through, due_at)
    SELECT a.company_id, a.key, d.device_id, 'ok', a.since, ${LOOKS_FROM}, a.since FROM ${GIVEN}
    JOIN notifications.alerts a ON a.company_id = d.company_id AND a.project_id = d.project_id AND ${watched}
    WHERE a.active ${of('a')}
    ON CONFLICT DO NOTHING`,
  ),
);

/** Removes the progress of rules that no longer watch these devices, and clears what they raised; `$4` now. */
const REMOVE_PROGRESS = crossing(
  undefined,
  4,
  (of) => `
  WITH gone AS (
    DELETE FROM notifications.alert_progress p USING ${GIVEN}
    WHERE p.company_id = d.company_id AND p.device_id = d.device_id ${of('p')}
      AND NOT EXISTS (
        SELECT FROM notifications.alerts a
        WHERE a.company_id = p.company_id AND a.key = p.key AND a.active AND a.project_id = d.project_id
          AND (a.device_id IS NULL OR a.device_id = p.device_id) ${of('a')})
    RETURNING p.company_id, p.key, p.device_id, p.state)
  INSERT INTO notifications.alert_changes (company_id, key, device_id, at, state, clears)
  SELECT company_id, key, device_id, $4::timestamptz, 'ok', true FROM gone WHERE state IN ('firing', 'no_data')
  RETURNING key`,
);

const FORGET = `
  DELETE FROM notifications.alert_attempts t WHERE NOT EXISTS (
    SELECT FROM notifications.alert_progress p WHERE p.company_id = t.company_id AND p.device_id = t.device_id)`;

/** Across companies: one process enrols the devices of all. */
export class TypeormAlertEnrolment implements AlertEnrolment {
  constructor(private readonly database: Database) {}

  async companies(after: string = FIRST_COMPANY, limit: number): Promise<readonly string[]> {
    const rows = await this.database.system((tx) =>
      tx.query<{ companyId: string }>(
        `SELECT DISTINCT company_id AS "companyId" FROM notifications.alerts WHERE company_id > $1
         ORDER BY company_id LIMIT $2`,
        [after, limit],
      ),
    );
    return rows.map(({ companyId }) => companyId);
  }

  enrol(
    companyIds: readonly string[],
    now: Date,
    after: DeviceKey | undefined,
  ): Promise<DeviceKey | undefined> {
    return this.database.system(async (tx) => {
      if (!(await takesAlertLock(tx))) return undefined;
      const devices = await devicesOf(tx, companyIds, after, DEVICES);
      await byCompany(tx, devices, async (some, company) => {
        const given = [
          some.map(({ companyId }) => companyId),
          some.map(({ projectId, isActive }) => (isActive ? projectId : null)),
          some.map(({ deviceId }) => deviceId),
        ];
        await Promise.all([
          ...INSERT_PROGRESS.map((statement) => queryCrossing(tx, statement, given, company)),
          queryCrossing(tx, REMOVE_PROGRESS, [...given, now], company),
        ]);
      });
      return devices.length < DEVICES ? undefined : devices.at(-1);
    });
  }

  forget(): Promise<void> {
    return this.database.system(async (tx) => {
      await tx.change(FORGET);
    });
  }
}
