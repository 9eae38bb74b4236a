import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createFurrow, MemoryStore, Outbox } from '@furrow/client';
import { aPhoto } from '@furrow/media/testing';
import { aFarmWithForms, aProject, type ProvisionedFarm, SESSIONS } from '@furrow/testbed/farms';
import { hoursAgo, System } from '@furrow/testbed/system';
import {
  asOf,
  type Names,
  outboxOf,
  type PhoneRecording,
  PhoneRecorder,
  putInto,
  replayed,
} from './phone-recording.ts';

const RELEASES = new URL('releases/', import.meta.url);
const released = readdirSync(RELEASES).map((name) => name.replace(/\.json$/, ''));
const recordingOf = (version: string) =>
  JSON.parse(readFileSync(new URL(`${version}.json`, RELEASES), 'utf8')) as PhoneRecording;

let system: System;
beforeAll(async () => {
  system = await System.shared();
});
afterAll(() => system?.stop());

let farms = 0;

/** A farm with what recordings name. */
async function aNamedFarm(): Promise<{ farm: ProvisionedFarm; names: Names; token: string }> {
  const farm = await system.provision(
    aFarmWithForms(`phones-${++farms}`, {
      projects: [aProject('north', 'n', 2)],
      tasks: [],
      containers: [{ key: 'bin', name: 'Bin', unit: 'kg', tare: 2.5 }],
    }),
  );
  const { projectId, sectorId } = farm.place();
  const [first, second] = [await farm.worker(farm.as('ana')), await farm.worker(farm.as('ana'))];
  const names = {
    ...{ project: projectId, sector: sectorId, form: farm.ids.forms['scout']! },
    ...{ user: farm.ids.users[farm.idpId('ana')]!, first: first.id, second: second.id },
    ...{ began: hoursAgo(3), ended: hoursAgo(1) },
  };
  return { farm, names, token: system.key.jwt(farm.idpId('ana')) };
}

/** Everything that the app records, without signal. */
async function aDay(outbox: Outbox, names: Names): Promise<void> {
  const {
    project: projectId = '',
    sector: sectorId = '',
    first = '',
    second = '',
    began = '',
    ended = '',
  } = names;
  const photo = await aPhoto();
  const named = { sessionLocalId: 'day' };
  await outbox.openSession({
    projectId,
    sectorId,
    sector_name: 'Sector n1',
    localId: 'day',
    openedAt: began,
  });
  await outbox.addWorker({
    ...{ localId: 'new', first_name: 'Luis', last_name: 'Soto', hire_date: '2026-03-02', photo },
    ...{ position: 'harvester', employment_type: 'seasonal', status: 'active' },
  });
  await outbox.add({ ...named, workerLocalId: 'new', units: 12.5, capture: { method: 'manual' } });
  const { body: slip } = await outbox.add({
    ...{ ...named, workerId: first, units: 8, capture: { method: 'qr', badge: 'K7' } },
  });
  await outbox.voidRecord({ clientEventId: slip.clientEventId });
  await outbox.add({ ...named, workerId: first, container: 'bin', count: 1, gross: 22.5 });
  const shares = [{ workerId: first }, { workerId: second }];
  await outbox.add({ ...named, shares, container: 'bin', count: 1, gross: 13.5 });
  await outbox.closeSession(named);
  const { body: shift } = await outbox.addShift({
    workerId: first,
    projectId,
    sectorId,
    kind: 'piece',
    startedAt: began,
  });
  await outbox.endShift({ clientEventId: shift.clientEventId, endedAt: ended, breaks: [] });
  await outbox.submitForm({
    ...{ formId: names['form'] ?? '', formVersion: 1, clientRecordId: 'scouted', values: { trees: 20 } },
    ...{
      forced_location: { projectId, sectorId },
      location: { latitude: -33.498, longitude: -70.698, accuracy: 5 },
    },
    media: [{ field: 'picture', data: photo, type: 'image/jpeg' }],
  });
  await outbox.addTreatment({
    ...{
      projectId,
      sectorIds: [sectorId],
      product: 'Sulphur',
      startedAt: began,
      dose: 2.5,
      doseUnit: 'kg/ha',
      preHarvestDays: 3,
    },
  });
}

/** What the office has of the day, of all kinds. */
async function atOffice(farm: ProvisionedFarm) {
  const ana = farm.as('ana');
  const [session] = (await ana.get(SESSIONS)).data;
  const counted = async (path: string) => ((await farm.as('ada').get(path)).data as unknown[]).length;
  return {
    ...{ totals: session.totals, status: session.status, shifts: await counted('/api/control/shifts') },
    ...{
      workers: await counted('/api/control/workers'),
      treatments: await counted('/api/control/treatments'),
    },
    forms: await counted(`/api/control/forms/${farm.ids.forms['scout']}/records`),
  };
}
const ONCE = {
  ...{ status: 'closed', shifts: 1, workers: 3, treatments: 1, forms: 1 },
  totals: expect.objectContaining({ validUnits: 43.5, recordCount: 4, voidedCount: 1 }),
};

/** Sends what an app of that version has left on a phone, as the app of this build. */
async function send({ outbox }: PhoneRecording, token: string) {
  const store = new MemoryStore();
  await putInto(store, outbox);
  return new Outbox(createFurrow({ baseUrl: system.url, token }), store).sync();
}

let today: PhoneRecording;
beforeAll(async () => {
  const { farm, names, token } = await aNamedFarm();
  const recorder = new PhoneRecorder(names);
  const store = new MemoryStore();
  await aDay(new Outbox(createFurrow({ baseUrl: system.url, token }), store), names);
  const stored = recorder.named(await outboxOf(store));
  expect(await new Outbox(recorder.client(system.url, token), store).sync()).toMatchObject({
    waiting: 0,
    refused: 0,
  });
  expect(await atOffice(farm)).toEqual(ONCE);
  today = { outbox: { ...stored, userId: '{{user}}' }, requests: recorder.requests };
  const version = process.env['FURROW_RELEASE'];
  if (version === undefined) return;
  mkdirSync(RELEASES, { recursive: true });
  writeFileSync(new URL(`${version}.json`, RELEASES), `${JSON.stringify(today, null, 1)}\n`);
});

/** `npm test -- apps/field/test/released-phones` with FURROW_RELEASE=1.2.3 saves what this build stores and sends. */
it.each(['this build', ...released])('a phone with the app of %s', async (version) => {
  const recording = version === 'this build' ? today : recordingOf(version);
  const now = new Date().toISOString();
  // An app that was never updated sends to this API; it is updated before it hears that everything arrived.
  const old = await aNamedFarm();
  const sent = asOf(recording, old.names, now);
  expect(await replayed(sent.requests, system.url, old.token)).toEqual([]);
  expect(await atOffice(old.farm)).toEqual(ONCE);
  expect(await send(sent, old.token)).toMatchObject({ waiting: 0, refused: 0 });
  expect(await atOffice(old.farm)).toEqual(ONCE);
  // An app that was updated before it could send.
  const updated = await aNamedFarm();
  expect(await send(asOf(recording, updated.names, now), updated.token)).toMatchObject({
    waiting: 0,
    refused: 0,
  });
  expect(await atOffice(updated.farm)).toEqual(ONCE);
});
