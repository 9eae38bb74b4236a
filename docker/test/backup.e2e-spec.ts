import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { aPhoto, dataUrlOf } from '@furrow/media/testing';
import { DebianPostgres, describeWith } from '@furrow/testbed';
import { Crew } from './harness/crew.ts';
import { Installation } from './harness/installation.ts';

const run = promisify(execFile);

/** The roles that docs/operations.md creates before a restore. */
const ROLES = [
  'CREATE ROLE furrow_tenant NOLOGIN',
  'CREATE ROLE furrow_system NOLOGIN',
  'GRANT furrow_tenant, furrow_system TO furrow_owner WITH ADMIN OPTION',
];

const databaseOf = (postgres: DebianPostgres) => ({
  url: postgres.url('furrow_app', 'furrow'),
  ownerUrl: postgres.url('furrow_owner', 'furrow'),
  drop: async () => undefined,
});

describeWith('postgresql', 'a backup', () => {
  let folder: string;
  let before: DebianPostgres;
  let after: DebianPostgres;
  const installations: Installation[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'furrow-backup-'));
    before = await DebianPostgres.primary(join(folder, 'before'));
    after = await DebianPostgres.primary(join(folder, 'after'));
    for (const statement of ROLES) await after.sql(statement);
  });
  afterAll(async () => {
    for (const installation of installations) await installation.remove();
    await Promise.all([before?.remove(), after?.remove()]);
    await rm(folder, { recursive: true, force: true });
  });

  const installed = async (postgres: DebianPostgres) => {
    const installation = await Installation.make({ MEDIA_URL_KEY: 'm'.repeat(43) }, databaseOf(postgres));
    installations.push(installation);
    return installation;
  };

  it('restored into a new cluster is the same farm, with its report, photos and tokens, and nothing of others', async () => {
    const old = await installed(before);
    await old.furrow('migrate');
    const farm = await old.provision();
    const neighbour = await old.provision('neighbour');
    expect(neighbour.companyId).not.toBe(farm.companyId);
    const credentials = await Promise.all(
      ['acme', 'neighbour'].map((company) =>
        old.furrow<{ credential: string }>(
          'token',
          'issue',
          '--company',
          company,
          '--name',
          'bi',
          '--scope',
          'read:production',
        ),
      ),
    );
    const api = await old.api();
    const crew = new Crew(api.ready.url, await old.bearer(), farm);
    await crew.open();
    for (const units of [1, 2.5]) expect((await crew.record(`picked-${units}`, units)).status).toBe(201);
    const jpeg = await aPhoto();
    const worker = await crew.hire('Ida', dataUrlOf(jpeg));
    const photoBefore = await bytesAt(worker.photo_url);
    const today = new Date().toISOString().slice(0, 10);
    const report = `/api/control/harvest?startTime=${dayBefore(today)}&endTime=${today}`;
    const readAll = (url: string) =>
      Promise.all(credentials.map(({ credential }) => read(url, report, credential)));
    let reports = await readAll(api.ready.url);
    // The breakdown by quality follows within seconds; until then the reports would differ.
    while (reports.some(({ data }) => data.some((session: { needsRecalc: boolean }) => session.needsRecalc)))
      reports = await readAll(api.ready.url);
    expect(reports.map(({ data }) => data.length)).toEqual([1, 0]);

    // Backs up under load: dump first, media after.
    const dump = join(folder, 'furrow.dump');
    await DebianPostgres.runTool(
      'pg_dump',
      '--format=custom',
      `--file=${dump}`,
      before.url('furrow_owner', 'furrow'),
    );
    await run('tar', ['-C', old.home, '-cf', join(folder, 'media.tar'), 'media']);
    const keys = join(folder, 'keys.json');
    await old.furrow('keys', 'backup', keys);
    expect((await stat(keys)).mode & 0o777).toBe(0o600);
    await api.end();

    const restored = await installed(after);
    const into = ['--exit-on-error', '--single-transaction', '--no-owner', '--role=furrow_owner'];
    await DebianPostgres.runTool('pg_restore', ...into, `--dbname=${after.url('postgres', 'furrow')}`, dump);
    await run('tar', ['-C', restored.home, '-xf', join(folder, 'media.tar')]);
    await restored.furrow('keys', 'restore', keys);
    expect(await restored.furrow('migrate')).toEqual({ applied: [] });

    const again = await restored.api();
    expect(await readAll(again.ready.url)).toEqual(reports);
    const crewAgain = new Crew(again.ready.url, await restored.bearer(), farm);
    const list = await crewAgain.get('/api/control/workers?q=Ida');
    expect(await bytesAt(list.body.data[0].photo_url)).toEqual(photoBefore);
    // Work continues: earlier records are recognized, and new ones are accepted.
    crewAgain.resume(crew);
    expect((await crewAgain.record('picked-1', 1)).status).toBe(200);
    expect((await crewAgain.record('picked-after')).status).toBe(201);
  });
});

async function read(url: string, path: string, credential: string) {
  const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${credential}` } });
  expect(answer.status).toBe(200);
  return (await answer.json()) as ReturnType<typeof JSON.parse>;
}

async function bytesAt(url: string): Promise<Buffer> {
  const answer = await fetch(url);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
}
