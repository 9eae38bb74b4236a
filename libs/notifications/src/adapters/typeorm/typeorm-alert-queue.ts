import { byCompany, crossing, type Database, queryCrossing, type Transaction } from '@furrow/platform';
import { AlertQueue, type DueAlert, type EvaluatedAlert } from '../../application/ports.ts';
import {
  Alert,
  type AlertMetric,
  type AlertProgress,
  type AlertState,
  beginning,
} from '../../domain/index.ts';
import { activeDevicesIn } from '../access/access-devices.ts';
import { type FollowedReading, readingDirectory } from '../telemetry/telemetry-readings.ts';
import { ALERT_COLUMNS } from './typeorm-alert-repository.ts';

/** Held until its transaction ends, and released if the process dies. */
const LOCK = 7_236_020;
/** The number of devices evaluated at once, the longest waiting first. */
const DEVICES = 500;
/** The number of a device's readings evaluated at once. */
const READINGS = 2_000;

/** The number of changes that one statement deletes. */
const SWEPT = 5_000;
const SWEEP_CHANGES = `
  DELETE FROM notifications.alert_changes c
  USING (SELECT company_id, change_id FROM notifications.alert_changes WHERE at < $1 ORDER BY at LIMIT $2) AS old
  WHERE c.company_id = old.company_id AND c.change_id = old.change_id`;

/** The number of rules whose devices are enrolled at once: more would hold up the requests of the process. */
const RULES = 5_000;
const FIRST_RULE = { companyId: '00000000-0000-0000-0000-000000000000', key: '' };

interface RuleKey {
  readonly companyId: string;
  readonly key: string;
}

const DUE = crossing(
  'due_alerts',
  2,
  (of) => `
  SELECT p.company_id AS "companyId", p.device_id AS "watchedId", p.state, p.since AS "changedAt", p.through,
         p.last_at AS "lastAt", p.breached_at AS "breachedAt", ${ALERT_COLUMNS}
  FROM notifications.alert_progress p JOIN notifications.alerts a USING (company_id, key)
  WHERE a.active AND (p.company_id, p.device_id) IN (SELECT * FROM unnest($1::uuid[], $2::text[])) ${of('p')}
  FOR UPDATE OF p SKIP LOCKED`,
);

/** `$1` companies, `$2` rules, `$3` devices, `$4` and `$5` from when. */
const INSERT_PROGRESS = crossing(
  undefined,
  5,
  (of) => `
  INSERT INTO notifications.alert_progress (company_id, key, device_id, state, since, through, due_at)
  SELECT a.company_id, a.key, n.device_id, 'ok', n.since, n.through, n.since
  FROM unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[])
    AS n (company_id, key, device_id, since, through)
  JOIN notifications.alerts a ON a.company_id = n.company_id AND a.key = n.key ${of('a')}
  WHERE NOT EXISTS (SELECT FROM notifications.alert_progress p
                    WHERE p.company_id = n.company_id AND p.key = n.key AND p.device_id = n.device_id ${of('p')})
  ON CONFLICT DO NOTHING`,
);

/** Clears alerts raised by deleted rows of progress; `gone` is those rows. */
const CLEAR_GONE = `
  INSERT INTO notifications.alert_changes (company_id, key, device_id, at, state, clears)
  SELECT company_id, key, device_id, $1::timestamptz, 'ok', true FROM gone WHERE state IN ('firing', 'no_data')
  RETURNING key`;

/**
 * Removes rows of progress that are not among `$2`–`$4`, of the rules `$5`–`$6`; `$1` now. A join, because NOT IN
 * compares all with all where memory is short.
 */
const REMOVE_PROGRESS = crossing(
  undefined,
  6,
  (of) => `
  WITH gone AS (
    DELETE FROM notifications.alert_progress p USING unnest($5::uuid[], $6::text[]) AS rule (company_id, key)
    WHERE p.company_id = rule.company_id AND p.key = rule.key ${of('p')}
      AND NOT EXISTS (
        SELECT FROM unnest($2::uuid[], $3::text[], $4::text[]) AS kept (company_id, key, device_id)
        WHERE kept.company_id = p.company_id AND kept.key = p.key AND kept.device_id = p.device_id)
    RETURNING p.*) ${CLEAR_GONE}`,
);

interface Watched {
  readonly companyId: string;
  readonly deviceId: string;
  readonly after: Date;
  readonly isDue: boolean;
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

export class TypeormAlertQueue extends AlertQueue {
  constructor(private readonly database: Database) {
    super();
  }

  /** Across companies: one process evaluates the rules of all. */
  override work(
    now: Date,
    evaluateAll: (due: readonly DueAlert[]) => readonly EvaluatedAlert[],
  ): Promise<number | undefined> {
    return this.database.system(async (tx) => {
      if (!(await takesLock(tx))) return undefined;
      const watched = await tx.query<Watched>(
        `SELECT p.company_id AS "companyId", p.device_id AS "deviceId", min(p.through) AS after,
                coalesce(bool_or(p.due_at <= $1), false) AS "isDue"
         FROM notifications.alert_progress p GROUP BY p.company_id, p.device_id ORDER BY min(p.through)`,
        [now],
      );
      if (watched.length === 0) return 0;
      const news = await readingDirectory.withNews(tx, watched, now);
      const devices = watched.filter(({ deviceId, isDue }) => isDue || news.has(deviceId)).slice(0, DEVICES);
      if (devices.length === 0) return 0;
      const due = await this.#due(tx, devices, now);
      const evaluated = evaluateAll(due);
      await store(tx, evaluated);
      return evaluated.length;
    });
  }

  override async enrol(now: Date): Promise<void> {
    for (let after: RuleKey | undefined = FIRST_RULE; after !== undefined;)
      after = await this.#enrolSome(after, now);
  }

  /** @returns the last rule that was looked at, if there may be more */
  #enrolSome(after: RuleKey, now: Date): Promise<RuleKey | undefined> {
    return this.database.system(async (tx) => {
      if (!(await takesLock(tx))) return undefined;
      const rules = await tx.query<AlertState & { companyId: string }>(
        `SELECT a.company_id AS "companyId", ${ALERT_COLUMNS} FROM notifications.alerts a
         WHERE a.active AND (a.company_id, a.key) > ($1, $2) ORDER BY a.company_id, a.key LIMIT ${RULES}`,
        [after.companyId, after.key],
      );
      const projects = new Set(rules.map(({ projectId }) => projectId));
      const devices = await activeDevicesIn(tx, [...projects]);
      const active = Map.groupBy(devices, ({ projectId }) => projectId);
      // Looked up, because a project may have as many rules as devices.
      const projectOf = new Map(devices.map(({ deviceId, projectId }) => [deviceId, projectId]));
      const watchedBy = ({ projectId, deviceId }: AlertState) => {
        if (deviceId === null) return active.get(projectId) ?? [];
        return projectOf.get(deviceId) === projectId ? [{ deviceId }] : [];
      };
      const pairs = rules.flatMap(({ companyId, ...rule }) =>
        watchedBy(rule).map(({ deviceId }) => ({ companyId, deviceId, rule: Alert.restore(rule) })),
      );
      await insertProgress(tx, pairs);
      await removeProgress(tx, rules, pairs, now);
      return rules.length < RULES ? undefined : rules.at(-1);
    });
  }

  override sweep(before: Date): Promise<number> {
    return this.database.system(async (tx) =>
      (await takesLock(tx)) ? tx.change(SWEEP_CHANGES, [before, SWEPT]) : 0,
    );
  }

  async #due(tx: Transaction, devices: readonly Watched[], now: Date): Promise<DueAlert[]> {
    // Rows that are being changed are evaluated the next time.
    const rows = await byCompany(tx, devices, (some, company) =>
      queryCrossing<Row>(
        tx,
        DUE,
        [some.map(({ companyId }) => companyId), some.map(({ deviceId }) => deviceId)],
        company,
      ),
    );
    const readings = Map.groupBy(
      await readingDirectory.readings(tx, devices, { limit: READINGS, now }),
      ({ deviceId }) => deviceId,
    );
    return rows.flat().map((row) => dueOf(row, readings.get(row.watchedId) ?? []));
  }
}

async function takesLock(tx: Transaction): Promise<boolean> {
  const [row] = await tx.query<{ taken: boolean }>(`SELECT pg_try_advisory_xact_lock(${LOCK}) AS taken`);
  return row?.taken === true;
}

function dueOf(row: Row, readings: readonly FollowedReading[]): DueAlert {
  const { companyId, watchedId, state, changedAt, through, lastAt, breachedAt, ...rule } = row;
  return {
    ...{ companyId, deviceId: watchedId, alert: Alert.restore(rule) },
    progress: {
      ...{ state, since: changedAt.getTime(), through: through.getTime() },
      ...{ lastAt: lastAt?.getTime() ?? null, breachedAt: breachedAt?.getTime() ?? null },
    },
    readings: readings.map((reading) => ({ at: reading.at.getTime(), value: valueOf(reading, rule.metric) })),
    isAll: readings.length < READINGS,
  };
}

const valueOf = (reading: FollowedReading, metric: AlertMetric | null) =>
  metric === null ? null : reading[metric];

const dateOf = (instant: number | null) => (instant === null ? null : new Date(instant));

async function store(tx: Transaction, evaluated: readonly EvaluatedAlert[]): Promise<void> {
  const column = <T>(of: (one: EvaluatedAlert) => T) => evaluated.map(of);
  await tx.change(
    `UPDATE notifications.alert_progress p
     SET state = n.state, since = n.since, through = n.through, last_at = n.last_at, breached_at = n.breached_at, due_at = n.due_at
     FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[], $7::timestamptz[],
                 $8::timestamptz[], $9::timestamptz[])
       AS n (company_id, key, device_id, state, since, through, last_at, breached_at, due_at)
     WHERE p.company_id = n.company_id AND p.key = n.key AND p.device_id = n.device_id`,
    [
      column(({ due }) => due.companyId),
      column(({ due }) => due.alert.state.key),
      column(({ due }) => due.deviceId),
      column(({ progress }) => progress.state),
      column(({ progress }) => dateOf(progress.since)),
      column(({ progress }) => dateOf(progress.through)),
      column(({ progress }) => dateOf(progress.lastAt)),
      column(({ progress }) => dateOf(progress.breachedAt)),
      column(({ dueAt }) => dateOf(dueAt)),
    ],
  );
  const changes = evaluated.flatMap(({ due, changes: its }) => its.map((change) => ({ due, change })));
  if (changes.length === 0) return;
  await tx.change(
    `INSERT INTO notifications.alert_changes (company_id, key, device_id, at, state, clears)
     SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[], $5::text[], $6::boolean[])
     RETURNING key`,
    [
      changes.map(({ due }) => due.companyId),
      changes.map(({ due }) => due.alert.state.key),
      changes.map(({ due }) => due.deviceId),
      changes.map(({ change }) => new Date(change.at)),
      changes.map(({ change }) => change.state),
      changes.map(({ change }) => change.clears),
    ],
  );
}

interface Pair {
  readonly companyId: string;
  readonly deviceId: string;
  readonly rule: Alert;
}

const keysOf = (pairs: readonly Pair[]) => [
  pairs.map(({ companyId }) => companyId),
  pairs.map(({ rule }) => rule.state.key),
  pairs.map(({ deviceId }) => deviceId),
];

async function insertProgress(tx: Transaction, pairs: readonly Pair[]): Promise<void> {
  await byCompany(tx, pairs, (some, company) => {
    const beginnings = some.map(({ rule }) => beginning(rule));
    const instants = [
      beginnings.map(({ since }) => new Date(since)),
      beginnings.map(({ through }) => new Date(through)),
    ];
    return queryCrossing(tx, INSERT_PROGRESS, [...keysOf(some), ...instants], company);
  });
}

/** Removes the progress of devices that were revoked or moved. */
async function removeProgress(
  tx: Transaction,
  rules: readonly { readonly companyId: string; readonly key: string }[],
  pairs: readonly Pair[],
  now: Date,
): Promise<void> {
  await byCompany(tx, rules, (some, company) => {
    const its = company === undefined ? pairs : pairs.filter(({ companyId }) => companyId === company);
    const keys = [some.map(({ companyId }) => companyId), some.map(({ key }) => key)];
    return queryCrossing(tx, REMOVE_PROGRESS, [now, ...keysOf(its), ...keys], company);
  });
}
