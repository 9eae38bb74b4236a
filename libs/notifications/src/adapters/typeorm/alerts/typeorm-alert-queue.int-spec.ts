import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '@furrow/kernel';
import { Database } from '@furrow/database';
import { NotificationsOnPostgres } from '../../../testing/notifications-on-postgres.ts';
import { EnrolDevices } from '../../../application/alerts/enrol-devices.ts';
import { TypeormAlertEnrolment } from './typeorm-alert-enrolment.ts';
import { TypeormAlertQueue } from './typeorm-alert-queue.ts';

let postgres: NotificationsOnPostgres;
beforeAll(async () => {
  postgres = await NotificationsOnPostgres.start();
});
afterAll(() => postgres?.close());

const counted = async (sql: string): Promise<number> => (await postgres.owner.query(sql)).rows[0].count;

it('the sweep removes old changes of every company in batches, without events', async () => {
  const companies = [await postgres.newCompany(), await postgres.newCompany()];
  await postgres.owner.query(
    `INSERT INTO notifications.alert_changes (company_id, key, device_id, at, state, clears)
     SELECT company_id, 'frost', 'ws-1', timestamptz '2026-01-01T00:00:00Z' + n * interval '1 minute', 'firing', false
     FROM unnest($1::uuid[]) AS company_id CROSS JOIN generate_series(0, 4000) AS n`,
    [companies],
  );
  const entries = await counted('SELECT count(*)::int AS count FROM audit.entries');
  const queue = new TypeormAlertQueue(postgres.database);
  const before = new Date('2026-01-03T18:40:00Z'); // the last one's instant
  expect(await queue.sweep(before)).toBe(5_000);
  expect(await queue.sweep(before)).toBe(3_000);
  expect(await queue.sweep(before)).toBe(0);
  expect(await counted('SELECT count(*)::int AS count FROM notifications.alert_changes')).toBe(2);
  expect(await counted('SELECT count(*)::int AS count FROM audit.entries')).toBe(entries);
});

it('enrolling tens of thousands of devices takes time proportional to their number', async () => {
  const { owner } = postgres;
  const [companyId, projectId] = [await postgres.newCompany(), newId()];
  await owner.query(
    `INSERT INTO agronomy.projects (company_id, project_id, key, name, timezone, max_duration_hours, sync_grace_hours, status)
     VALUES ($1, $2, 'farm', 'Farm', 'UTC', 12, 48, 'active')`,
    [companyId, projectId],
  );
  await owner.query(
    `INSERT INTO access.devices (company_id, device_id, project_id, secret_hash, status)
     SELECT $1, 'watched-' || n, $2, sha256('secret'), 'active' FROM generate_series(1, 15000) AS n`,
    [companyId, projectId],
  );
  await owner.query(
    `INSERT INTO notifications.alerts (company_id, key, name, kind, project_id, metric, below, lasts, clear_by, since)
     VALUES ($1, 'frost', 'Frost', 'threshold', $2, 'te', 0, '10m', 1, now())`,
    [companyId, projectId],
  );
  await owner.query(
    `INSERT INTO notifications.alerts (company_id, key, name, kind, project_id, device_id, metric, below, lasts, clear_by, since)
     SELECT $1, 'own-' || n, 'Frost', 'threshold', $2, 'watched-' || n, 'te', 0, '10m', 1, now()
     FROM generate_series(1, 5500) AS n`,
    [companyId, projectId],
  );
  // As with a hundred thousand and the usual memory.
  const url = new URL(postgres.url);
  url.searchParams.set('options', '-c work_mem=64kB');
  const short = await Database.connect(url.href, { poolSize: 1, rows: [] });
  try {
    const clock = { now: () => new Date() };
    const enrolment = new EnrolDevices(new TypeormAlertEnrolment(short), clock);
    await enrolment.execute();
    await owner.query(`UPDATE access.devices SET status = 'revoked' WHERE device_id = 'watched-1'`);
    await enrolment.execute();
  } finally {
    await short.close();
  }
  expect(await counted('SELECT count(*)::int AS count FROM notifications.alert_progress')).toBe(20_498);
});
