import type { Transaction } from '@furrow/platform';
import {
  type AlertChangeItem,
  AlertRepository,
  type DeviceAlertState,
  type AlertView,
} from '../../application/ports.ts';
import { Alert, type AlertState, beginning } from '../../domain/index.ts';

/** The columns of a rule under the domain's names; `a` is its row. */
export const ALERT_COLUMNS = `
  a.key, a.name, a.kind, a.project_id AS "projectId", a.device_id AS "deviceId", a.metric, a.above, a.below,
  a.lasts AS "for", a.clear_by AS "clearBy", a.since`;

export class TypeormAlertRepository extends AlertRepository {
  constructor(private readonly tx: Transaction) {
    super();
  }

  override async views(key?: string): Promise<AlertView[]> {
    const rows = await this.tx.query<
      AlertState & { devices: (Omit<DeviceAlertState, 'since'> & { since: string })[] }
    >(
      `SELECT ${ALERT_COLUMNS}, coalesce(p.devices, '[]'::json) AS devices
       FROM notifications.alerts a LEFT JOIN LATERAL (
         SELECT json_agg(json_build_object('deviceId', device_id, 'state', state, 'since', since) ORDER BY device_id) AS devices
         FROM notifications.alert_progress p WHERE p.company_id = $1 AND p.key = a.key) AS p ON true
       WHERE a.company_id = $1 AND a.active AND ($2::text IS NULL OR a.key = $2) ORDER BY a.key COLLATE "C"`,
      [this.tx.companyId, key ?? null],
    );
    return rows.map(({ devices, ...state }) => ({
      alert: Alert.restore(state),
      devices: devices.map(({ since, ...device }) => ({ ...device, since: new Date(since) })),
    }));
  }

  override changes(before: string | undefined, limit: number): Promise<AlertChangeItem[]> {
    return this.tx.query<AlertChangeItem>(
      `SELECT c.change_id::text AS "changeId", c.key, a.name, c.device_id AS "deviceId", c.state, c.at, c.clears
       FROM notifications.alert_changes c
       LEFT JOIN notifications.alerts a ON a.company_id = c.company_id AND a.key = c.key
       WHERE c.company_id = $1 AND ($2::bigint IS NULL OR c.change_id < $2) ORDER BY c.change_id DESC LIMIT $3`,
      [this.tx.companyId, before ?? null, limit],
    );
  }

  override async find(key: string): Promise<{ alert: Alert; active: boolean } | undefined> {
    const [row] = await this.tx.query<AlertState & { active: boolean }>(
      `SELECT ${ALERT_COLUMNS}, a.active FROM notifications.alerts a WHERE company_id = $1 AND key = $2 FOR UPDATE`,
      [this.tx.companyId, key],
    );
    if (!row) return undefined;
    const { active, ...state } = row;
    return { alert: Alert.restore(state), active };
  }

  override async save({ state }: Alert): Promise<void> {
    await this.tx.change(
      `INSERT INTO notifications.alerts
         (company_id, key, name, kind, project_id, device_id, metric, above, below, lasts, clear_by, since, active)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, true)
       ON CONFLICT (company_id, key) DO UPDATE SET
         name = excluded.name, kind = excluded.kind, project_id = excluded.project_id, device_id = excluded.device_id,
         metric = excluded.metric, above = excluded.above, below = excluded.below, lasts = excluded.lasts,
         clear_by = excluded.clear_by, since = excluded.since, active = true`,
      [
        ...[
          this.tx.companyId,
          state.key,
          state.name,
          state.kind,
          state.projectId,
          state.deviceId,
          state.metric,
        ],
        ...[state.above, state.below, state.for, state.clearBy, state.since],
      ],
    );
  }

  override async watch(alert: Alert, deviceIds: readonly string[]): Promise<void> {
    const { state, since, through } = beginning(alert);
    await this.tx.change(
      `INSERT INTO notifications.alert_progress (company_id, key, device_id, state, since, through, due_at)
       SELECT $1, $2, device_id, $4, $5, $6, $5 FROM unnest($3::text[]) AS device_id ON CONFLICT DO NOTHING`,
      [this.tx.companyId, alert.state.key, deviceIds, state, new Date(since), new Date(through)],
    );
  }

  override async reset(key: string, now: Date): Promise<void> {
    await this.#take('key = $2', now, key);
  }

  override async remove(key: string): Promise<void> {
    await this.tx.change('DELETE FROM notifications.alerts WHERE company_id = $1 AND key = $2', [
      this.tx.companyId,
      key,
    ]);
  }

  override async deactivateAllBut(keys: readonly string[], now: Date): Promise<void> {
    await this.tx.change(
      'UPDATE notifications.alerts SET active = false WHERE company_id = $1 AND active AND NOT key = ANY ($2::text[])',
      [this.tx.companyId, keys],
    );
    await this.#take('NOT key = ANY ($2::text[])', now, keys);
  }

  async #take(which: string, now: Date, parameter: unknown): Promise<void> {
    const gone = await this.tx.query<{ key: string; deviceId: string; state: string }>(
      `DELETE FROM notifications.alert_progress WHERE company_id = $1 AND ${which}
       RETURNING key, device_id AS "deviceId", state`,
      [this.tx.companyId, parameter],
    );
    const raised = gone.filter(({ state }) => state === 'firing' || state === 'no_data');
    if (raised.length === 0) return;
    await this.tx.query(
      `INSERT INTO notifications.alert_changes (company_id, key, device_id, at, state, clears)
       SELECT $1::uuid, key, device_id, $4::timestamptz, 'ok', true
       FROM unnest($2::text[], $3::text[]) AS raised (key, device_id) RETURNING key`,
      [this.tx.companyId, raised.map(({ key }) => key), raised.map(({ deviceId }) => deviceId), now],
    );
  }
}
