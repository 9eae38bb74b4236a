import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Installation, ROOT } from './harness/installation.ts';
import { keep, type Recording, recordingOf, replay, tablesWritten } from './harness/recording.ts';
import { ask, season } from './harness/season.ts';

const RELEASES = join(ROOT, 'docker/test/releases');
const RECORDER = pathToFileURL(join(ROOT, 'docker/test/harness/statement-recorder.mjs')).href;
const READS = ['read:production', 'read:phytosanitary'].flatMap((scope) => ['--scope', scope]);

/** Written where a statement has failed; the recorder leaves out transactions with errors. */
const AFTER_ERRORS = new Set(['notifications.events_set_aside']);

const released = readdirSync(RELEASES)
  .filter((name) => name.endsWith('.json'))
  .map((name): [string, Recording] => [
    name.replace(/\.json$/, ''),
    JSON.parse(readFileSync(join(RELEASES, name), 'utf8')) as Recording,
  ]);

const installations: Installation[] = [];
afterAll(async () => {
  for (const installation of installations) await installation.remove();
});

async function installed(): Promise<Installation> {
  const installation = await Installation.make();
  installations.push(installation);
  return installation;
}

/** `npm test -- docker/test/upgrade.e2e-spec.ts` with FURROW_RELEASE=1.2.3 saves what this build writes. */
describe('what this build writes', () => {
  let recording: Recording;
  beforeAll(async () => {
    const recorder = await installed();
    const log = join(recorder.home, 'statements.ndjson');
    Object.assign(recorder.environment, {
      FURROW_STATEMENTS: log,
      NODE_OPTIONS: `--import ${RECORDER}`,
    });
    recording = await recordingOf(log, await season(recorder));
    const version = process.env['FURROW_RELEASE'];
    if (version !== undefined) await keep(join(RELEASES, `${version}.json`), recording);
  });

  it('is recorded for every table that a service may insert into', async () => {
    const tables = await installations[0]!.sql<{ name: string }>(`
      SELECT format('%s.%s', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname !~ '^(pg_|information_schema$)'
        AND (has_any_column_privilege('furrow_tenant', c.oid, 'INSERT')
          OR has_any_column_privilege('furrow_system', c.oid, 'INSERT'))`);
    const written = tablesWritten(recording);
    expect(tables.length).toBeGreaterThan(20);
    const missing = tables
      .map(({ name }) => name)
      .filter((name) => !written.has(name) && !AFTER_ERRORS.has(name));
    expect(missing).toEqual([]);
  });
});

describe.each(released)('beside programs of %s', (_, recording) => {
  it('the schema of this build accepts what they write, and this build reads it as they did', async () => {
    const today = await installed();
    await today.furrow('migrate');
    expect(await replay(recording, today.environment['DATABASE_URL']!)).toEqual([]);
    const issue = ['token', 'issue', '--company', 'acme', '--name', 'upgraded', ...READS];
    const { credential } = await today.furrow<{ credential: string }>(...issue);
    const api = await today.api();
    const paths = recording.answers.map(({ path }) => path);
    expect(await ask(paths, api.ready.url, credential)).toMatchObject(recording.answers);
    await api.end();
  });
});
