import type { Page, PageRequest } from '@furrow/kernel';
import { type Condition, PagedSelect, type Transaction } from '@furrow/database';
import type {
  AlertChangeItem,
  AlertOrder,
  AlertRepository,
  AlertView,
  DeviceAlertState,
} from '../../../application/alert-ports.ts';
import {
  Alert,
  ALERT_STATES,
  type AlertState,
  type AlertStateName,
  type AlertTarget,
  beginning,
  MAX_ATTEMPTS,
  STATES_BY_GRAVITY,
} from '../../../domain/index.ts';
import { AlertRow } from '../rows.ts';

/** The columns of a rule under the domain's names; `a` is its row. */
export const ALERT_COLUMNS = `
  a.key, a.name, a.kind, a.project_id AS "projectId", a.device_id AS "deviceId", a.metric, a.above, a.below,
  a.lasts AS "for", a.clear_by AS "clearBy", a.since`;

/** The number of devices that a rule shows by itself. */
const SHOWN = 25;

/** The rank of a state, the most severe first. */
const GRAVITY = `array_position(ARRAY[${STATES_BY_GRAVITY.map((state) => `'${state}'`).join(', ')}], p.state)`;
const SET_ASIDE = `CASE WHEN t.attempts >= ${MAX_ATTEMPTS} THEN t.retry_at END`;
/** Each table says its company by itself, because the planner of a Citus crashes otherwise. */
const ATTEMPTS = `
  LEFT JOIN notifications.alert_attempts t ON t.company_id = $1 AND t.device_id = p.device_id`;

/** Of the devices of each rule: how many are in each state, and the most severe ones. */
const DEVICES = `
  LEFT JOIN LATERAL (
    SELECT ${ALERT_STATES.map((state) => `count(*) FILTER (WHERE p.state = '${state}')::int AS ${state}`).join(', ')},
           count(*) FILTER (WHERE ${SET_ASIDE} IS NOT NULL)::int AS set_aside
    FROM notifications.alert_progress p ${ATTEMPTS} WHERE p.company_id = $1 AND p.key = a.key) AS counted ON true
  LEFT JOIN LATERAL (
    SELECT json_agg(json_build_object('deviceId', device_id, 'state', state, 'since', since, 'flapped', flapped,
                                      'setAsideUntil', until) ORDER BY gravity, device_id) AS devices
    FROM (SELECT p.device_id, p.state, p.since, p.left_out > 0 AS flapped, ${SET_ASIDE} AS until, ${GRAVITY} AS gravity
          FROM notifications.alert_progress p ${ATTEMPTS}
          WHERE p.company_id = $1 AND p.key = a.key ORDER BY gravity, p.device_id LIMIT ${SHOWN}) AS gravest) AS shown_devices
    ON true`;
const VIEW_COLUMNS = `${ALERT_COLUMNS}, coalesce(shown_devices.devices, '[]') AS devices, counted.set_aside AS "setAside",
  json_build_object(${ALERT_STATES.map((state) => `'${state}', counted.${state}`).join(', ')}) AS counts`;

type ViewRow = AlertState & {
  readonly counts: Readonly<Record<AlertStateName, number>>;
  readonly setAside: number;
  readonly devices: readonly (Omit<DeviceAlertState, 'since' | 'setAsideUntil'> & {
    readonly since: string;
    readonly setAsideUntil: string | null;
  })[];
};

const viewsBy = (name: string, order: string) =>
  new PagedSelect<ViewRow>({
    ...{ name, table: 'notifications.alerts a', key: 'key', order, columns: VIEW_COLUMNS, joins: DEVICES },
  });

const VIEWS: Readonly<Record<AlertOrder, PagedSelect<ViewRow>>> = {
  key: viewsBy('alerts_by_key', 'a.key COLLATE "C"'),
  // A rule without devices is shown as one without data.
  state: viewsBy(
    'alerts_by_state',
    `coalesce((SELECT min(${GRAVITY}) FROM notifications.alert_progress p
               WHERE p.company_id = $1 AND p.key = a.key), ${STATES_BY_GRAVITY.indexOf('no_data') + 1}),
     a.key COLLATE "C"`,
  ),
};
const ACTIVE: Condition = { name: 'active', sql: (parameter) => `a.active = ${parameter}`, value: true };
const keyed = (key: string): Condition => ({
  ...{ name: 'key', sql: (parameter: string) => `a.key = ${parameter}`, value: key },
});

export class TypeormAlertRepository implements AlertRepository {
  constructor(private readonly tx: Transaction) {}

  async page(request: PageRequest, order: AlertOrder): Promise<Page<AlertView>> {
    const { items, total } = await VIEWS[order].page(this.tx, request, [ACTIVE]);
    return { items: items.map(viewOf), total };
  }

  async view(key: string): Promise<AlertView | undefined> {
    const { items } = await VIEWS.key.page(this.tx, { page: 1, pageSize: 1 }, [ACTIVE, keyed(key)]);
    return items.map(viewOf)[0];
  }

  async devices(key: string, { page, pageSize }: PageRequest): Promise<Page<DeviceAlertState>> {
    const { companyId } = this.tx;
    const [[counted], items] = await Promise.all([
      this.tx.query<{ total: number }>(
        'SELECT count(*)::int AS total FROM notifications.alert_progress WHERE company_id = $1 AND key = $2',
        [companyId, key],
      ),
      this.tx.query<DeviceAlertState>(
        `SELECT p.device_id AS "deviceId", p.state, p.since, p.left_out > 0 AS flapped, ${SET_ASIDE} AS "setAsideUntil"
         FROM notifications.alert_progress p ${ATTEMPTS}
         WHERE p.company_id = $1 AND p.key = $2 ORDER BY ${GRAVITY}, p.device_id LIMIT $3 OFFSET $4`,
        [companyId, key, pageSize, (page - 1) * pageSize],
      ),
    ]);
    return { items, total: counted?.total ?? 0 };
  }

  lock(): Promise<void> {
    return this.tx.lock('alerts');
  }

  targets(): Promise<AlertTarget[]> {
    const { companyId, manager } = this.tx;
    const select = { key: true, projectId: true, deviceId: true };
    return manager.find(AlertRow, { select, where: { companyId, active: true } });
  }

  changes(before: string | undefined, limit: number): Promise<AlertChangeItem[]> {
    return this.tx.query<AlertChangeItem>(
      `SELECT c.change_id::text AS "changeId", c.key, a.name, c.device_id AS "deviceId", c.state, c.at, c.clears,
              c.left_out AS "leftOut"
       FROM notifications.alert_changes c
       LEFT JOIN notifications.alerts a ON a.company_id = $1 AND a.key = c.key
       WHERE c.company_id = $1 AND ($2::bigint IS NULL OR c.change_id < $2) ORDER BY c.change_id DESC LIMIT $3`,
      [this.tx.companyId, before ?? null, limit],
    );
  }

  async find(key: string): Promise<{ alert: Alert; active: boolean } | undefined> {
    const { companyId, manager } = this.tx;
    const lock = { mode: 'pessimistic_write' } as const;
    const row = await manager.findOne(AlertRow, { where: { companyId, key }, lock });
    if (row === null) return undefined;
    const { active, companyId: _, ...state } = row;
    return { alert: Alert.restore(state), active };
  }

  async save({ state }: Alert): Promise<void> {
    await this.tx.change(
      `INSERT INTO notifications.alerts
         (company_id, key, name, kind, project_id, device_id, metric, above, below, lasts, clear_by, since, active)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, true)
       ON CONFLICT (company_id, key) DO UPDATE SET
         name = excluded.name, kind = excluded.kind, project_id = excluded.project_id, device_id = excluded.device_id,
         metric = excluded.metric, above = excluded.above, below = excluded.below, lasts = excluded.lasts,
         clear_by = excluded.clear_by, since = excluded.since, active = true`,
      [
        ...[this.tx.companyId, state.key, state.name, state.kind, state.projectId, state.deviceId],
        ...[state.metric, state.above, state.below, state.for, state.clearBy, state.since],
      ],
    );
  }

  async watch(alert: Alert, deviceIds: readonly string[]): Promise<void> {
    const { state, since, through } = beginning(alert);
    await this.tx.change(
      `INSERT INTO notifications.alert_progress (company_id, key, device_id, state, since, through, due_at)
       SELECT $1, $2, device_id, $4, $5, $6, $5 FROM unnest($3::text[]) AS device_id ON CONFLICT DO NOTHING`,
      [this.tx.companyId, alert.state.key, deviceIds, state, new Date(since), new Date(through)],
    );
  }

  async reset(key: string, now: Date): Promise<void> {
    await this.#take('key = $2', now, key);
  }

  async remove(key: string): Promise<void> {
    const { companyId, manager } = this.tx;
    await manager.delete(AlertRow, { companyId, key });
  }

  async deactivateAllBut(keys: readonly string[], now: Date): Promise<void> {
    await this.tx.change(
      'UPDATE notifications.alerts SET active = false WHERE company_id = $1 AND active AND NOT key = ANY ($2::text[])',
      [this.tx.companyId, keys],
    );
    await this.#take('NOT key = ANY ($2::text[])', now, keys);
  }

  async deactivate(key: string, now: Date): Promise<void> {
    await this.tx.change(
      'UPDATE notifications.alerts SET active = false WHERE company_id = $1 AND active AND key = $2',
      [this.tx.companyId, key],
    );
    await this.reset(key, now);
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

function viewOf({ counts, setAside, devices, ...state }: ViewRow): AlertView {
  return {
    ...{ alert: Alert.restore(state), counts, setAside },
    devices: devices.map(({ since, setAsideUntil, ...device }) => ({
      ...{ ...device, since: new Date(since) },
      setAsideUntil: setAsideUntil === null ? null : new Date(setAsideUntil),
    })),
  };
}
