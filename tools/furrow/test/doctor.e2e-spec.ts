import { generateKeyPairSync } from 'node:crypto';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isOnCitus, PROGRAMS, ServiceProcess, superuserUrl } from '@furrow/testbed';
import { CommandLine } from './command-line.ts';
import { farm } from './farms.ts';

interface Diagnosis {
  healthy: boolean;
  findings: { state: string; subject: string; message: string; advice: string | null }[];
}

let furrow: CommandLine;
let provider: Server;
let api: ServiceProcess<{ url: string }>;
let gateway: ServiceProcess<{ url: string }>;

/** An identity provider with one key, and a path without one. */
function identityProvider(): Promise<Server> {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const sets: Record<string, object> = {
    '/keys': { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'a', use: 'sig', alg: 'RS256' }] },
    '/none': { keys: [{ kty: 'oct', k: 'c2VjcmV0' }] },
  };
  const server = createServer((request, response) => {
    response.end(JSON.stringify(sets[request.url ?? '']));
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const providerAt = (path: string, prefix = 'USER_JWT') => ({
  [`${prefix}_ISSUER`]: 'https://id.example',
  [`${prefix}_AUDIENCE`]: 'furrow',
  [`${prefix}_JWKS_URI`]: `http://127.0.0.1:${(provider.address() as AddressInfo).port}${path}`,
});
const withoutProvider = (prefix: string) =>
  Object.fromEntries(Object.keys(providerAt('', prefix)).map((name) => [name, '']));
/** Nothing listens on port 1. */
const NOWHERE = '127.0.0.1:1';

beforeAll(async () => {
  provider = await identityProvider();
  furrow = await CommandLine.installed({ ...providerAt('/keys'), ...providerAt('/keys', 'MOBILE_JWT') });
  await furrow.json('apply', await furrow.file('farm.json', farm('acme')));
  const env = { ...furrow.environment, FURROW_API_PORT: '0', FURROW_IOT_PORT: '0' };
  [api, gateway] = await Promise.all([
    ServiceProcess.start<{ url: string }>(PROGRAMS.api, env),
    ServiceProcess.start<{ url: string }>(PROGRAMS.gateway, env),
  ]);
  await furrow.file('ready.json', { apiUrl: api.ready.url, iotUrl: gateway.ready.url, pid: api.pid });
});
afterAll(async () => {
  await Promise.all([api.end(), gateway.end()]);
  provider.close();
  await furrow.remove();
});

async function diagnosisOf(command: CommandLine): Promise<Diagnosis> {
  const { code, stdout, stderr } = await command.run('doctor', '--json');
  if (stdout === '') throw new Error(stderr);
  const diagnosis = JSON.parse(stdout) as Diagnosis;
  expect(code).toBe(diagnosis.healthy ? 0 : 1);
  return diagnosis;
}

const wrongIn = ({ findings }: Diagnosis) => findings.filter(({ state }) => state === 'wrong');
const finding = (subject: string, message: string) =>
  expect.objectContaining({ subject, message: expect.stringContaining(message), advice: expect.any(String) });

/** SQL for a webhook with unsent deliveries and a failing receiver. */
const aWebhook = (state: string) => `
  WITH hook AS (
    INSERT INTO notifications.webhooks (company_id, webhook_id, url, events, status, paused_reason, paused_at, created_at, updated_at)
    SELECT company_id, gen_random_uuid(), 'https://hooks.invalid/', '{}', ${state}, now(), now() FROM access.companies LIMIT 1
    RETURNING company_id, webhook_id)
  INSERT INTO notifications.delivery_queues (company_id, webhook_id, due_at, failing_since)
  SELECT company_id, webhook_id, now() - interval '3 minutes', now() - interval '61 minutes' FROM hook`;

const A_FAILING_REPLAY = `
  INSERT INTO notifications.replays (company_id, webhook_id, since, failures, next_at)
  SELECT company_id, webhook_id, now(), 3, now() + interval '1 hour' FROM notifications.webhooks LIMIT 1`;
const AN_EVENT_SET_ASIDE = `
  INSERT INTO notifications.events_set_aside (company_id, micros, entry_id, next_at, reason)
  SELECT company_id, 4e15, 1, now() + interval '1 hour', 'out of order' FROM access.companies LIMIT 1`;

describe('furrow doctor', () => {
  it('finds nothing wrong with a running installation, and says so', async () => {
    const diagnosis = await diagnosisOf(furrow);
    expect(wrongIn(diagnosis)).toEqual([]);
    expect(diagnosis.findings.map(({ subject }) => subject)).toEqual([
      ...['configuration', 'PostgreSQL', 'clock', 'login and roles', 'row-level security', 'indexes'],
      ...[
        'connections',
        'background work',
        'migrations',
        ...(isOnCitus() ? ['Citus'] : []),
        'sessions',
        'partitions',
        'commands',
        'webhooks',
        'alerts',
        'FURROW_HOME',
      ],
      ...['secrets on disk', 'media', 'identity provider', 'identity provider', 'Redis', 'MQTT broker'],
      ...['services', 'services'],
    ]);
    const { code, stdout } = await furrow.run('doctor');
    expect(stdout).toMatch(/^STATE +WHAT +FINDING\nok +configuration +Every value is valid\.\n/);
    expect(stdout).toMatch(
      /has a usable key\.\n[^]*The API at \S+ is ready\.\n[^]*\n\nNothing is wrong\.\n$/,
    );
    expect(code).toBe(0);
  });

  it('finds nothing wrong inside a container, where public addresses are unreachable', async () => {
    const diagnosis = await diagnosisOf(
      furrow.with({
        ...{ INTERNAL_API_URL: api.ready.url, INTERNAL_IOT_URL: gateway.ready.url },
        ...{ PUBLIC_API_URL: `http://${NOWHERE}`, PUBLIC_IOT_URL: `http://${NOWHERE}` },
      }),
    );
    expect(wrongIn(diagnosis)).toEqual([]);
    const asked = diagnosis.findings.filter(({ subject }) => subject === 'services');
    expect(asked.map(({ message }) => message)).toEqual([
      ...[`The API at ${api.ready.url} is ready.`, `The IoT gateway at ${gateway.ready.url} is ready.`],
    ]);
  });

  it('names every trial issuer that is still in use', async () => {
    const warned = async (env: Record<string, string>) => {
      const { findings } = await diagnosisOf(furrow.with(env));
      return findings.filter(({ state, subject }) => state === 'warning' && subject === 'identity provider');
    };
    const [users, phones] = [
      finding('identity provider', 'JWTs of users are still those of a trial'),
      finding('identity provider', 'JWTs of the mobile app are still those of a trial'),
    ];
    const none = { ...withoutProvider('USER_JWT'), ...withoutProvider('MOBILE_JWT') };
    expect(await warned({ ...none, TRIAL_ISSUER_URL: `http://${NOWHERE}` })).toEqual([users, phones]);
    expect(await warned(withoutProvider('MOBILE_JWT'))).toEqual([phones]);
    expect(await warned({ USER_JWT_ISSUER: 'urn:furrow:development:user' })).toEqual([users]);
    expect(await warned({})).toEqual([]);
    expect(await warned(none)).toEqual([]);
  });

  it.each([
    [{ MEDIA_DRIVER: 's3' }, 'S3_BUCKET is missing'],
    [{ MOBILE_JWT_JWKS_URI: '' }, 'MOBILE_JWT_JWKS_URI is missing'],
  ])('completes with %j, and checks the rest', async (half, problem) => {
    const diagnosis = await diagnosisOf(furrow.with(half));
    expect(wrongIn(diagnosis)).toContainEqual(finding('configuration', problem));
    expect(diagnosis.findings.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['migrations', 'media', 'services']),
    );
  });

  it('names everything that is broken, and what to do about it', async () => {
    await Promise.all([api.end(), gateway.end()]);
    const book = ['day,sector,worker,units', '2020-02-03,n1,W01,5', '2020-02-04,n1,W01,5'].join('\n');
    const place = ['--company', 'acme', '--project', 'north', '--owner', 'idp|acme-ana', '--create-missing'];
    await furrow.json('import', 'harvest', await furrow.file('book.csv', book), ...place);
    const month = new Date().toISOString().slice(0, 7).replace('-', '_');
    for (const damage of [
      `UPDATE production.sessions SET status = 'open', closed_at = NULL, closed_by = NULL, closed_reason = NULL`,
      `UPDATE production.quality_snapshots SET movements = 0, taken_at = now() - interval '1 hour'
         WHERE session_id = (SELECT session_id FROM production.sessions ORDER BY day LIMIT 1)`,
      'ALTER TABLE agronomy.sectors DISABLE ROW LEVEL SECURITY',
      'DROP POLICY tenant ON forms.tasks',
      'GRANT SELECT ON workforce.workers TO PUBLIC',
      `DROP TABLE telemetry.plant_${month}`,
      aWebhook(`'active', NULL, NULL`),
      aWebhook(`'paused', 'failing', now()`),
      `INSERT INTO media.objects (company_id, key, mime_type, bytes, created_at)
         SELECT company_id, company_id || '/left', 'image/png', 1, now() - interval '2 days' FROM access.companies LIMIT 1`,
      `INSERT INTO telemetry.commands (company_id, command_id, device_id, name, payload, created_by, created_at, expires_at)
         SELECT company_id, gen_random_uuid(), device_id, 'open', '{}', user_id, now() - interval '2 hours', now() - interval '1 hour'
         FROM access.devices JOIN access.users USING (company_id) LIMIT 1`,
      A_FAILING_REPLAY,
      AN_EVENT_SET_ASIDE,
    ])
      await furrow.sql(damage);
    // Two sectors of the company have the same 1, so the failed attempt leaves an invalid index behind.
    await expect(
      furrow.sql('CREATE UNIQUE INDEX CONCURRENTLY half_built ON agronomy.sectors (company_id, (1))'),
    ).rejects.toThrow('could not create unique index');
    await writeFile(join(furrow.home, 'media'), 'no folder');
    await mkdir(join(furrow.home, 'keys'), { recursive: true });
    await writeFile(join(furrow.home, 'keys', 'media-url'), 'a key');
    await chmod(join(furrow.home, 'keys', 'media-url'), 0o644);

    const diagnosis = await diagnosisOf(
      furrow.with({
        ...{ IOT_TOKEN_TTL: 'soon', FURROW_API_PORT: 'x', DATABASE_POOL_SIZE: '1000' },
        ...{
          REDIS_URL: `redis://user:hunter2@${NOWHERE}`,
          MQTT_BROKER_URL: `mqtt://user:hunter2@${NOWHERE}`,
        },
        ...{ ...providerAt('/none'), ...providerAt('/absent', 'MOBILE_JWT') },
      }),
    );
    expect(wrongIn(diagnosis)).toEqual([
      finding('configuration', 'FURROW_API_PORT must be a whole number'),
      finding('configuration', 'IOT_TOKEN_TTL must be a duration'),
      finding('row-level security', 'is off on agronomy.sectors'),
      finding('row-level security', 'no policy on forms.tasks'),
      finding('row-level security', "services' login has rights on workforce.workers"),
      finding('indexes', 'agronomy.half_built is not valid'),
      finding('connections', 'enough for 0 processes with a pool of 1000'),
      finding('sessions', '2 sessions past their end and grace are still open, the first since 2020-02-'),
      finding('sessions', 'The quality breakdowns of 1 open sessions are outdated'),
      finding('partitions', `There is no telemetry.plant_${month}.`),
      finding('commands', '1 commands have expired and are not dropped, such as '),
      finding('webhooks', 'Deliveries of 1 webhooks have been due for more than two minutes.'),
      finding('webhooks', 'Deliveries of 1 acts could not be made; they are tried again.'),
      finding('secrets on disk', 'keys/media-url is readable for other users'),
      finding('media', 'ENOTDIR'),
      finding('identity provider', '/none has no key that could verify'),
      finding('identity provider', '/absent does not answer'),
      finding('Redis', `redis://${NOWHERE} does not answer: connect ECONNREFUSED`),
      finding('MQTT broker', `mqtt://${NOWHERE} does not answer: connect ECONNREFUSED`),
      finding('services', `is stale: process ${api.pid}, which wrote it, is gone`),
    ]);
    expect(diagnosis.findings).toContainEqual(
      finding(
        'webhooks',
        '1 webhooks are paused because their receivers took nothing for five days or are gone.',
      ),
    );
    expect(diagnosis.findings).toContainEqual(
      finding('media', '1 media that no record refers to are not removed, such as '),
    );
    for (const message of [
      'The receivers of 1 webhooks have failed for more than an hour.',
      '1 replays of webhooks failed several times; they are tried again.',
    ])
      expect(diagnosis.findings).toContainEqual(finding('webhooks', message));
    expect(JSON.stringify(diagnosis)).not.toContain('hunter2');
  });

  it('finds a login that bypasses the policies, an unavailable bucket, and services that do not answer', async () => {
    const url = superuserUrl(furrow.environment['DATABASE_URL']);
    await furrow.file('ready.json', {
      ...{ apiUrl: `http://${NOWHERE}`, iotUrl: providerAt('/none')['USER_JWT_JWKS_URI'], pid: process.pid },
    });
    const bucket = { MEDIA_DRIVER: 's3', S3_ENDPOINT: `http://${NOWHERE}`, S3_BUCKET: 'photos' };
    const keys = { S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' };
    const diagnosis = await diagnosisOf(furrow.with({ DATABASE_URL: url, ...bucket, ...keys }));
    expect(wrongIn(diagnosis)).toEqual(
      expect.arrayContaining([
        finding('login and roles', 'bypasses row-level security'),
        finding('media', 'Nothing can be stored in the bucket photos: connect ECONNREFUSED'),
        finding('services', `The API does not answer at http://${NOWHERE}`),
      ]),
    );
  });

  it('finds migrations that are missing, and some of a newer version', async () => {
    await furrow.sql(
      `UPDATE migrations SET name = 'Tomorrow9999999999999' WHERE name LIKE 'ProductionTables%'`,
    );
    const { findings } = await diagnosisOf(furrow);
    expect(findings).toEqual(
      expect.arrayContaining([
        finding('migrations', 'Missing: ProductionTables1763600000400.'),
        expect.objectContaining({ state: 'warning', subject: 'migrations' }),
      ]),
    );
  });

  it('finds that there is no database, and still checks the rest', async () => {
    const away = await diagnosisOf(furrow.with({ DATABASE_URL: `postgresql://furrow:x@${NOWHERE}/furrow` }));
    expect(wrongIn(away)).toContainEqual(finding('database', 'The database cannot be reached'));
    const bare = { DATABASE_URL: '', NODE_ENV: 'production', ...withoutProvider('MOBILE_JWT') };
    const { code, stdout } = await furrow.with({ ...bare, ...withoutProvider('USER_JWT') }).run('doctor');
    expect(code).toBe(1);
    for (const name of ['DATABASE_URL', 'IOT_TOKEN_KEY', 'MEDIA_URL_KEY', 'MOBILE_JWT_ISSUER'])
      expect(stdout).toMatch(new RegExp(`WRONG +configuration +${name} is missing`));
    expect(stdout).toContain('→ chmod 600');
    expect(stdout).toMatch(/things are wrong\.\n$/);
  });
});
