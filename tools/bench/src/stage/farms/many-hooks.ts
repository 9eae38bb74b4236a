import type { Stage } from '../stage.ts';

const HOOKS_EACH = 20;
const DEVICES_EACH = 100;
/** The interval in seconds between two readings of one device. */
const SENDS_EVERY_SECONDS = 60;

/** Creates companies with webhooks that have nothing to deliver. */
export function makeHooks(stage: Stage, count: number): Promise<void> {
  return stage.asSuperuser(async (client) => {
    await client.query(
      `WITH farms AS (
         INSERT INTO access.companies (company_id, key, name, timezone)
         SELECT gen_random_uuid(), 'hooks-' || n, 'Farm', 'UTC' FROM generate_series(1, $1::int / ${HOOKS_EACH}) AS n
         RETURNING company_id),
       hooks AS (
         INSERT INTO notifications.webhooks (company_id, webhook_id, url, events, status, created_at, updated_at)
         SELECT company_id, gen_random_uuid(), 'https://hooks.example.com/', ARRAY['session.opened'], 'active', now(), now()
         FROM farms, generate_series(1, ${HOOKS_EACH}) RETURNING company_id, webhook_id),
       secrets AS (
         INSERT INTO notifications.webhook_secrets (company_id, webhook_id, secret_id, secret)
         SELECT company_id, webhook_id, gen_random_uuid(), '\\x00' FROM hooks)
       INSERT INTO notifications.delivery_queues (company_id, webhook_id) SELECT company_id, webhook_id FROM hooks`,
      [count],
    );
    await client.query('ANALYZE');
  });
}

/** Creates companies with devices, each watched by a rule of its own. */
export function makeRules(stage: Stage, count: number): Promise<void> {
  return stage.asSuperuser(async (client) => {
    await client.query(
      `WITH farms AS (
         INSERT INTO access.companies (company_id, key, name, timezone)
         SELECT gen_random_uuid(), 'rules-' || n, 'Farm', 'UTC'
         FROM generate_series(1, greatest($1::int / ${DEVICES_EACH}, 1)) AS n RETURNING company_id),
       projects AS (
         INSERT INTO agronomy.projects (company_id, project_id, key, name, timezone, max_duration_hours, sync_grace_hours, status)
         SELECT company_id, gen_random_uuid(), 'farm', 'Farm', 'UTC', 12, 48, 'active' FROM farms
         RETURNING company_id, project_id),
       devices AS (
         INSERT INTO access.devices (company_id, device_id, project_id, secret_hash, status)
         SELECT company_id, 'watched-' || row_number() OVER (), project_id, sha256('secret'), 'active'
         FROM projects, generate_series(1, least($1::int, ${DEVICES_EACH})) RETURNING company_id, device_id, project_id),
       rules AS (
         INSERT INTO notifications.alerts (company_id, key, name, kind, project_id, device_id, metric, below, lasts, clear_by, since)
         SELECT company_id, device_id, 'Frost', 'threshold', project_id, device_id, 'te', 0, '10m', 1, now() FROM devices)
       INSERT INTO notifications.alert_progress (company_id, key, device_id, state, since, through)
       SELECT company_id, device_id, device_id, 'ok', now(), now() FROM devices`,
      [count],
    );
    await client.query('ANALYZE');
  });
}

/**
 * Sends readings of those devices, each once per minute and evenly spread, until told to stop; does not count as work
 * of the service.
 */
export function sendReadings(stage: Stage, stopping: AbortSignal): Promise<void> {
  return stage.asSuperuser(async (client) => {
    for (let second = 0; !stopping.aborted; second++) {
      await client.query(
        `INSERT INTO telemetry.weather (company_id, project_id, device_id, ts, te, hr, wind)
         SELECT company_id, project_id, device_id, clock_timestamp(), 4, 60, 2 FROM access.devices
         WHERE device_id LIKE 'watched-%' AND abs(hashtext(device_id)) % ${SENDS_EVERY_SECONDS} = $1`,
        [second % SENDS_EVERY_SECONDS],
      );
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  });
}
