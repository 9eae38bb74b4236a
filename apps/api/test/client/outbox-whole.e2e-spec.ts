import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFurrow, MemoryStore, Outbox } from '@furrow/client';
import { FolderStore } from '@furrow/client/node';
import { aPhoto } from '@furrow/media/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  aFarmWithForms,
  aProject,
  aRecording,
  mediaFiles,
  type ProvisionedFarm,
} from '@furrow/testbed/farms';
import { System } from '@furrow/testbed/system';
import { type Cut, CUTS, CuttingProxy } from '../harness/network/cutting-proxy.ts';

/** The folder from which a program of the test can import the installed client. */
const APP = fileURLToPath(new URL('../..', import.meta.url));

let system: System;
let farm: ProvisionedFarm;
let proxy: CuttingProxy;
let photo: Buffer;
let folder: string;

beforeAll(async () => {
  [system, photo, folder] = await Promise.all([
    System.shared(),
    aPhoto(),
    mkdtemp(join(tmpdir(), 'furrow-outbox-')),
  ]);
  farm = await system.provision(aFarmWithForms('acme', { projects: [aProject('north', 'n', 8)] }));
  proxy = await CuttingProxy.open(() => system.url);
});
afterAll(async () => {
  proxy.close();
  await Promise.all([system.stop(), rm(folder, { recursive: true })]);
});

const furrow = () => createFurrow({ baseUrl: proxy.url, token: system.key.jwt(farm.idpId('ana')) });

/** A day in the field without network: a new picker, a session, picks, a slip, a form, and home. */
async function aDay(outbox: Outbox, name: string): Promise<void> {
  const { body: session } = await outbox.openSession({ ...farm.place(), localId: name });
  const worker = await outbox.addWorker({
    ...{ first_name: `Luis ${name}`, last_name: 'Soto', hire_date: '2026-03-02', photo },
    ...{ position: 'harvester', employment_type: 'seasonal', status: 'active' },
  });
  const named = { sessionLocalId: session.localId, workerLocalId: worker.body.localId };
  const [slip] = await outbox.addAll([12.5, 8, 9.25].map((units) => ({ ...named, units })));
  await outbox.voidRecord({ clientEventId: slip!.body.clientEventId, reason: 'Counted twice' });
  await outbox.submitForm({
    formId: farm.ids.forms['scout']!,
    clientRecordId: name,
    values: { trees: 20 },
    media: [
      { field: 'picture', data: photo, type: 'image/jpeg' },
      { field: 'voice', data: aRecording(), type: 'audio/wav' },
    ],
  });
  await outbox.closeSession({ sessionLocalId: session.localId, finalNotes: 'Rain at four' });
  const { projectId, sectorId } = session;
  const { body: shift } = await outbox.addShift({
    ...{ workerLocalId: worker.body.localId, clientEventId: `shift-${name}` },
    ...{ projectId, kind: 'piece', startedAt: '2026-03-10T11:00:00Z' },
  });
  await outbox.endShift({ clientEventId: shift.clientEventId, endedAt: '2026-03-10T19:00:00Z' });
  await outbox.addTreatment({
    ...{ projectId, sectorIds: [sectorId], clientEventId: `spray-${name}`, product: 'Thiovit Jet' },
    ...{ startedAt: '2026-03-10T20:00:00Z', dose: 4, doseUnit: 'kg/ha', preHarvestDays: 7 },
  });
}

/** The rows of a day in PostgreSQL. */
async function traces(name: string) {
  const [row] = await system.sql<Record<string, unknown>>(
    `SELECT s.status, s.closed_by, s.final_notes,
       (SELECT count(*)::int FROM production.sessions WHERE company_id = $2 AND local_id = $1) AS sessions,
       (SELECT count(*)::int FROM workforce.workers WHERE company_id = $2 AND first_name = 'Luis ' || $1
          AND photo_key IS NOT NULL) AS workers,
       (SELECT count(*)::int FROM production.records r WHERE r.company_id = $2 AND r.session_id = s.session_id) AS movements,
       (SELECT sum(units)::float FROM production.records r WHERE r.company_id = $2 AND r.session_id = s.session_id) AS net,
       (SELECT count(*)::int FROM forms.records WHERE company_id = $2 AND client_record_id = $1) AS forms,
       (SELECT count(*)::int FROM workforce.shifts
          WHERE company_id = $2 AND client_event_id = 'shift-' || $1 AND ended_at IS NOT NULL) AS shifts,
       (SELECT count(*)::int FROM agronomy.treatments
          WHERE company_id = $2 AND client_event_id = 'spray-' || $1) AS treatments,
       (SELECT count(*)::int FROM forms.record_media m JOIN forms.records f USING (company_id, record_id)
          WHERE m.company_id = $2 AND f.company_id = $2 AND f.client_record_id = $1) AS media
     FROM production.sessions s WHERE s.company_id = $2 AND s.local_id = $1`,
    [name, farm.ids.companyId],
  );
  return row;
}
const ONCE = {
  ...{ sessions: 1, workers: 1, movements: 4, net: 17.25, forms: 1, media: 2, shifts: 1, treatments: 1 },
  ...{ status: 'closed', closed_by: 'user', final_notes: 'Rain at four' },
};

describe('a connection that is cut', () => {
  it.each(CUTS)('%s in every request in turn still stores the day once', async (cut: Cut) => {
    const store = new MemoryStore();
    const name = cut.replace(' ', '-');
    await aDay(new Outbox(furrow(), store), name);
    // Each request is cut once, and its repeat succeeds; then the next one is cut.
    let syncs = 0;
    for (let left = Infinity; left > 0 && syncs < 30; syncs++) {
      proxy.cuts.splice(0, Infinity, ...(syncs < 12 ? [undefined, cut].slice(syncs === 0 ? 1 : 0) : []));
      left = (await new Outbox(furrow(), store, { attempts: 1 }).sync()).waiting;
    }
    proxy.cuts.length = 0;
    const outbox = new Outbox(furrow(), store);
    expect([await outbox.waiting(), await outbox.refused()]).toEqual([[], []]);
    expect(await traces(name)).toEqual(ONCE);
    expect(syncs).toBeGreaterThan(4);
  });

  it('does not make the outbox upload a form twice when its response was lost', async () => {
    const store = new MemoryStore();
    await new Outbox(furrow(), store).submitForm({
      formId: farm.ids.forms['scout']!,
      values: { trees: 1 },
      media: [{ field: 'picture', data: photo }],
    });
    const before = await mediaFiles(system);
    proxy.cuts.push('before answer');
    proxy.seen.length = 0;
    await new Outbox(furrow(), store, { attempts: 1 }).sync();
    const report = await new Outbox(furrow(), store, { attempts: 1 }).sync();
    expect(report).toMatchObject({ sent: { form: 1 }, waiting: 0 });
    expect(proxy.seen.filter((line) => line === 'POST /api/control/forms/record')).toHaveLength(1);
    expect(await mediaFiles(system)).toHaveLength(before.length + 1);
  });
});

describe('a phone whose process is killed', () => {
  const SYNC = `
    import { createFurrow, Outbox } from '@furrow/client';
    import { FolderStore } from '@furrow/client/node';
    const [baseUrl, token, folder] = process.argv.slice(2);
    const outbox = new Outbox(createFurrow({ baseUrl, token }), new FolderStore(folder), { attempts: 1 });
    console.log(JSON.stringify(await outbox.sync()));`;

  it('between the response and its note, at every response in turn, stores its day once', async () => {
    const store = join(folder, 'killed');
    await aDay(new Outbox(furrow(), new FolderStore(store)), 'killed');
    const program = join(APP, 'test', `.outbox-${process.pid}.mjs`);
    await writeFile(program, SYNC);
    let child: ChildProcess | undefined;
    let deaths = 0;
    try {
      // The API has done its work, but the client has died before the answer.
      let answers = 0;
      proxy.onAnswer = () => {
        if (++answers !== 1 + (deaths % 2)) return;
        child?.kill('SIGKILL');
        deaths++;
        answers = 0;
      };
      for (let runs = 0, done = false; !done && runs < 25; runs++) {
        answers = 0;
        if (runs === 8) proxy.onAnswer = () => undefined;
        const args = [program, proxy.url, system.key.jwt(farm.idpId('ana')), store];
        child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
        const [code] = (await once(child, 'exit')) as [number | null];
        done = code === 0 && (await new Outbox(furrow(), new FolderStore(store)).waiting()).length === 0;
      }
    } finally {
      proxy.onAnswer = () => undefined;
      await rm(program, { force: true });
    }
    expect(deaths).toBeGreaterThan(4);
    const outbox = new Outbox(furrow(), new FolderStore(store));
    expect([await outbox.waiting(), await outbox.refused()]).toEqual([[], []]);
    expect(await traces('killed')).toEqual(ONCE);
  });
});

describe('two programs on one store', () => {
  it('send each item in one call', async () => {
    const store = join(folder, 'two');
    await aDay(new Outbox(furrow(), new FolderStore(store)), 'two');
    proxy.seen.length = 0;
    const reports = await Promise.all(
      [1, 2, 3].map(() => new Outbox(furrow(), new FolderStore(store)).sync()),
    );
    expect(reports.map(({ waiting, refused }) => [waiting, refused])).toEqual(Array(3).fill([0, 0]));
    expect(proxy.seen).toHaveLength(9);
    expect(await traces('two')).toEqual(ONCE);
  });
});
