import type { Transaction } from '@furrow/database';
import type { DeviceKey, EvaluatedAlert } from '../../../application/alert-ports.ts';

/** A rule that reports no change keeps what it left out before. */
const UPDATE_PROGRESS = `
  UPDATE notifications.alert_progress p
  SET state = n.state, since = n.since, through = n.through, last_at = n.last_at, breached_at = n.breached_at, due_at = n.due_at,
      left_out = coalesce(n.left_out, p.left_out)
  FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[], $7::timestamptz[],
              $8::timestamptz[], $9::timestamptz[], $10::int[])
    AS n (company_id, key, device_id, state, since, through, last_at, breached_at, due_at, left_out)
  WHERE p.company_id = n.company_id AND p.key = n.key AND p.device_id = n.device_id`;

const INSERT_CHANGES = `
  INSERT INTO notifications.alert_changes (company_id, key, device_id, at, state, clears, left_out)
  SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[], $5::text[], $6::boolean[], $7::int[])
  RETURNING key`;

const END_ATTEMPTS = {
  name: 'end_alert_attempts',
  text: `
  DELETE FROM notifications.alert_attempts t USING unnest($1::uuid[], $2::text[]) AS n (company_id, device_id)
  WHERE t.company_id = n.company_id AND t.device_id = n.device_id`,
};

/** Stores the results of a slice, and that its attempts succeeded. */
export async function storeAlerts(
  tx: Transaction,
  evaluated: readonly EvaluatedAlert[],
  devices: readonly DeviceKey[],
): Promise<void> {
  await Promise.all([storeProgress(tx, evaluated), storeChanges(tx, evaluated), endAttempts(tx, devices)]);
}

async function endAttempts(tx: Transaction, devices: readonly DeviceKey[]): Promise<void> {
  await tx.change(END_ATTEMPTS, [
    devices.map(({ companyId }) => companyId),
    devices.map(({ deviceId }) => deviceId),
  ]);
}

const dateOf = (instant: number | null) => (instant === null ? null : new Date(instant));

async function storeProgress(tx: Transaction, evaluated: readonly EvaluatedAlert[]): Promise<void> {
  if (evaluated.length === 0) return;
  const column = <T>(of: (one: EvaluatedAlert) => T) => evaluated.map(of);
  await tx.change(UPDATE_PROGRESS, [
    column(({ due }) => due.companyId),
    column(({ due }) => due.alert.state.key),
    column(({ due }) => due.deviceId),
    column(({ progress }) => progress.state),
    column(({ progress }) => dateOf(progress.since)),
    column(({ progress }) => dateOf(progress.through)),
    column(({ progress }) => dateOf(progress.lastAt)),
    column(({ progress }) => dateOf(progress.breachedAt)),
    column(({ dueAt }) => dateOf(dueAt)),
    column(({ changes, leftOut }) => (changes.length === 0 ? null : leftOut)),
  ]);
}

/**
 * With one statement for the first change of each rule and device, one for the second and so on: the events of one
 * statement have no order.
 */
async function storeChanges(tx: Transaction, evaluated: readonly EvaluatedAlert[]): Promise<void> {
  const most = Math.max(0, ...evaluated.map(({ changes }) => changes.length));
  const statements = Array.from({ length: most }, (_, nth) => {
    const changed = evaluated.flatMap(({ due, changes, leftOut }) => {
      const change = changes[nth];
      if (change === undefined) return [];
      return [{ due, change, leftOut: nth === changes.length - 1 ? leftOut : 0 }];
    });
    return tx.change(INSERT_CHANGES, [
      changed.map(({ due }) => due.companyId),
      changed.map(({ due }) => due.alert.state.key),
      changed.map(({ due }) => due.deviceId),
      changed.map(({ change }) => new Date(change.at)),
      changed.map(({ change }) => change.state),
      changed.map(({ change }) => change.clears),
      changed.map(({ leftOut }) => leftOut),
    ]);
  });
  await Promise.all(statements);
}
