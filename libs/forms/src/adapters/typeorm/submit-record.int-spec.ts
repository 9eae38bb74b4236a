import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@furrow/kernel';
import { FixedClock } from '@furrow/kernel/testing';
import { actingAs, type Database } from '@furrow/database';
import type { MediaStore } from '@furrow/media';
import { mediaOnDisk } from '@furrow/media/testing/disk';
import { SubmitRecord, type SubmitRecordInput } from '../../application/records/submit-record.ts';
import type { FormUser } from '../../domain/index.ts';
import { aField, aForm, aFormDeclaration, aSubmission, aTask, NOON } from '../../testing/builders.ts';
import { AccessAuthors } from '../access/access-authors.ts';
import { AgronomyFarmDirectory } from '../agronomy/agronomy-farm-directory.ts';
import { AgronomyObservations } from '../agronomy/agronomy-observations.ts';
import { PlatformKeptMedia } from '../media/platform-kept-media.ts';
import { PlatformMediaStaging } from '../media/platform-media-staging.ts';
import { TypeormFormRepository } from './typeorm-form-repository.ts';
import { type Neighbours, TypeormFormsTransactions } from './typeorm-forms-transactions.ts';
import { TypeormTaskRepository } from './typeorm-task-repository.ts';
import { type Farm, type FarmDatabase, farmDatabase } from '../../testing/farm-database.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const photo = { field: 'photo', bytes: PIXEL };
const INSIDE = { latitude: -32.995, longitude: -70.995, accuracy: 4 };
const code = (name: string) => expect.objectContaining({ code: name });

let farms: FarmDatabase;
let database: Database;
let farm: Farm;
let folder: string;
let media: MediaStore;
let neighbours: Neighbours;
beforeAll(async () => {
  farms = await farmDatabase();
  database = farms.database;
  folder = await mkdtemp(join(tmpdir(), 'furrow-forms-'));
  media = mediaOnDisk(database, folder, new FixedClock(NOON)).store;
});
afterAll(async () => {
  await farms.drop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  farm = await farms.aFarm();
  neighbours = {
    farm: (tx) => new AgronomyFarmDirectory(tx),
    authors: (tx) => new AccessAuthors(tx),
    observations: (tx) => new AgronomyObservations(tx),
    media: (tx) => new PlatformKeptMedia(tx, media),
  };
});

const declaration = aFormDeclaration({ key: 'scout' });

describe('a record on PostgreSQL', () => {
  it('is stored with its place, its files and its observations', async () => {
    const form = await aKeptForm();
    const values = {
      text: 'Año',
      pests: { value: 0.5, severity: null },
      diseases: { value: null, severity: null },
    };
    const input = aSubmission(form.id, { location: INSIDE, values, media: [photo, photo] });
    const { created, record } = await submit(input);
    const { projectId, sectorId, ana } = farm;
    expect(created).toBe(true);
    expect(record).toMatchObject({ projectId, sectorId, locationSource: 'gps', task: null });
    const urls = await Promise.all((await files()).map(({ key }) => media.urlOf(key)));
    expect(record.media.map(({ url }) => url).toSorted()).toEqual(urls.toSorted());
    expect(record.media.map(({ field }) => field)).toEqual(['photo', 'photo']);
    expect(await rows('forms.records')).toMatchObject([
      {
        record_id: record.recordId,
        form_version: 1,
        recorded_at: NOON,
        created_at: NOON,
        created_by: ana.userId,
        form_values: values,
        latitude: INSIDE.latitude,
        longitude: INSIDE.longitude,
        accuracy: 4,
        location_source: 'gps',
        project_id: projectId,
        sector_id: sectorId,
      },
    ]);
    const sha256 = createHash('sha256').update(PIXEL).digest('hex');
    expect(await rows('forms.record_media')).toMatchObject([
      { position: 1, field: 'photo', sha256 },
      { position: 2, field: 'photo', sha256 },
    ]);
    expect(await rows('agronomy.observations')).toMatchObject([
      {
        record_id: record.recordId,
        variable_name: 'pests',
        variable_type: 'pests',
        name: 'Grape moth',
        value: '0.5',
        eppo_code: 'POLYBO',
        author_idp_id: ana.idpId,
        author_name: 'Ana Rojas',
        sector_id: sectorId,
      },
      { variable_name: 'diseases', value: null, severity: null },
    ]);
    expect(await submit({ ...input, recordedAt: null })).toEqual({ created: false, record });
    await expect(submit({ ...input, media: [photo] })).rejects.toEqual(code('idempotency_key_reused'));
    expect(await files()).toHaveLength(2);
  });

  it('is stored once when it is sent 20 times at once, with one set of files', async () => {
    const form = await aKeptForm();
    const input = aSubmission(form.id, {
      media: [photo, photo],
      values: { pests: { value: 1, severity: 2 } },
    });
    const answers = await Promise.all(Array.from({ length: 20 }, () => submit(input)));
    expect(answers.filter(({ created }) => created)).toHaveLength(1);
    for (const { record } of answers) expect(record).toEqual(answers[0]!.record);
    expect(await counts()).toEqual({ records: 1, files: 2, observations: 1 });
    expect((await files()).map(({ kept }) => kept)).toEqual([true, true]);
  });

  it('is one of many with the same key at once, and the others are refused', async () => {
    const form = await aKeptForm();
    const input = aSubmission(form.id, { media: [photo] });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => submit({ ...input, values: { number: index % 4 } })),
    );
    const kept = outcomes.filter(({ status }) => status === 'fulfilled');
    expect(kept).toHaveLength(5);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toEqual(code('idempotency_key_reused'));
    expect(await counts()).toEqual({ records: 1, files: 1, observations: 0 });
    expect(await files()).toHaveLength(1);
  });

  it.each<[string, () => Partial<Neighbours>]>([
    ['its observations cannot be handed over', () => ({ observations: () => ({ add: failing }) })],
    ['its files cannot be kept', () => ({ media: () => ({ keep: failing }) })],
  ])('leaves nothing when it fails half-way because %s', async (_why, broken) => {
    const form = await aKeptForm({ type: 'task' });
    const task = await aKeptTask(form.id);
    const whole = neighbours;
    neighbours = { ...whole, ...broken() };
    const input = aSubmission(form.id, { taskId: task.id, media: [photo], values: { pests: { value: 1 } } });
    await expect(submit(input)).rejects.toThrow('half way');
    expect(await counts()).toEqual({ records: 0, files: 0, observations: 0 });
    expect(await rows('forms.tasks')).toMatchObject([{ status: 'open' }]);
    expect(await files()).toEqual([]);

    neighbours = whole;
    expect((await submit(input)).created).toBe(true);
    expect(await counts()).toEqual({ records: 1, files: 1, observations: 1 });
  });

  it('is refused for invalid files, and leaves nothing', async () => {
    const form = await aKeptForm();
    const svg = { field: 'photo', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') };
    const refused = (...files: SubmitRecordInput['media']) => submit(aSubmission(form.id, { media: files }));
    await expect(refused(photo, svg)).rejects.toEqual(code('unsupported_media'));
    await expect(refused(photo, { ...photo, field: 'audio' })).rejects.toEqual(code('unsupported_media'));
    const large = { field: 'photo', bytes: Buffer.concat([PIXEL, Buffer.alloc(13 * 1024 * 1024)]) };
    await expect(refused(photo, large)).rejects.toEqual(code('media_too_large'));
    expect(await counts()).toEqual({ records: 0, files: 0, observations: 0 });
    expect(await files()).toEqual([]);
  });

  it('of an old version is still accepted, as that version', async () => {
    const form = await aKeptForm();
    const changed = form.redeclared({
      ...declaration,
      fields: [aField('height', { type: 'number', required: true })],
    });
    await database.tenant(farm.companyId, (tx) => new TypeormFormRepository(tx).save([changed]));
    await submit(aSubmission(form.id, { formVersion: 1, values: { text: 'as before' } }));
    await submit(aSubmission(form.id, { values: { height: 2 } }));
    expect(await rows('forms.records')).toMatchObject([{ form_version: 1 }, { form_version: 2 }]);
    await expect(submit(aSubmission(form.id, { formVersion: 3 }))).rejects.toEqual(
      code('form_version_not_found'),
    );
  });

  it('completes its task, and finds no form, task, project or sector of another company', async () => {
    const form = await aKeptForm({ type: 'task' });
    const task = await aKeptTask(form.id);
    const { projectId, sectorId } = farm;
    const own = farm;
    const { record } = await submit(aSubmission(form.id.toUpperCase(), { taskId: task.id.toUpperCase() }));
    expect(record.task).toEqual({ taskId: task.id, status: 'done' });
    expect(await rows('forms.tasks')).toMatchObject([{ status: 'done' }]);

    farm = await farms.aFarm();
    const theirs = await aKeptForm({ type: 'task' });
    await expect(submit(aSubmission(form.id))).rejects.toEqual(code('form_not_found'));
    await expect(submit(aSubmission(theirs.id, { taskId: task.id }))).rejects.toEqual(code('task_not_found'));
    const forced = (place: SubmitRecordInput['forcedLocation']) =>
      submit(aSubmission(theirs.id, { forcedLocation: place }));
    await expect(forced({ projectId, sectorId })).rejects.toEqual(code('project_not_found'));
    await expect(forced({ projectId: farm.projectId, sectorId })).rejects.toEqual(code('sector_not_found'));
    expect(await counts()).toEqual({ records: 0, files: 0, observations: 0 });
    farm = own;
    const { locationSource } = (
      await submit(
        aSubmission(form.id, { taskId: task.id, location: INSIDE, forcedLocation: { projectId, sectorId } }),
      )
    ).record;
    expect(locationSource).toBe('forced');
  });
});

describe('records of several requests at once', () => {
  it('share transactions, have outcomes of their own, and are audited with their own request', async () => {
    const form = await aKeptForm();
    const useCase = grouped();
    const send = (input: SubmitRecordInput, requestId: string) =>
      actingAs(
        () => ({ channel: 'mobile', actor: farm.ana.idpId, requestId }),
        () => useCase.execute(farm.companyId, farm.ana, input),
      );
    const inputs = Array.from({ length: 20 }, (_, index) =>
      aSubmission(form.id, { location: INSIDE, values: { pests: { value: 100 + index, severity: 5 } } }),
    );
    const wrong = aSubmission(form.id, { values: { number: 'many' } });
    const unknown = aSubmission(newId());
    const reused = { ...inputs[3]!, values: { pests: { value: 3, severity: 5 } } };
    const [answers, refusals, again] = await Promise.all([
      Promise.all(inputs.map((input, index) => send(input, `request ${index}`))),
      Promise.allSettled([send(wrong, 'wrong'), send(unknown, 'unknown'), send(reused, 'reused')]),
      send(inputs[4]!, 'again'),
    ]);
    expect(answers.map(({ created }) => created)).toEqual(inputs.map(() => true));
    expect(refusals.map((refusal) => refusal.status === 'rejected' && refusal.reason)).toEqual(
      ['validation_failed', 'form_not_found', 'idempotency_key_reused'].map(code),
    );
    expect(again).toEqual({ ...answers[4], created: false });
    expect(await counts()).toEqual({ records: 20, files: 0, observations: 20 });
    const own = answers.map(({ record }, index) => ({
      record_id: record.recordId,
      value: String(100 + index),
    }));
    expect(await rows('agronomy.observations')).toEqual(
      expect.arrayContaining(own.map((observation) => expect.objectContaining(observation))),
    );
    expect(await transactionsOfRecords()).toBeLessThan(5);
    const stored = await database.tenant(farm.companyId, (tx) =>
      tx.query(
        `SELECT request_id, subjects, within FROM audit.entries WHERE act = 'form_record.submitted' ORDER BY entry_id`,
      ),
    );
    expect(stored).toHaveLength(20);
    expect(stored).toEqual(
      expect.arrayContaining(
        answers.map(({ record }, index) => ({
          ...{ request_id: `request ${index}`, subjects: [record.recordId], within: [form.id] },
        })),
      ),
    );
  });

  it('have separate transactions if they are large', async () => {
    const form = await aKeptForm({ fields: [aField('text', { max: 20_000 })] });
    const useCase = grouped();
    const large = Array.from({ length: 4 }, () =>
      aSubmission(form.id, { values: { text: 'ñ'.repeat(10_000) } }),
    );
    await Promise.all(large.map((input) => useCase.execute(farm.companyId, farm.ana, input)));
    expect(await transactionsOfRecords()).toBe(large.length);
  });
});

const grouped = () =>
  new SubmitRecord(
    new TypeormFormsTransactions(database, neighbours),
    new PlatformMediaStaging(media),
    new FixedClock(NOON),
  );

/** The number of transactions that stored the company's records. */
async function transactionsOfRecords(): Promise<number | undefined> {
  const [row] = await database.tenant(farm.companyId, (tx) =>
    tx.query<{ count: number }>('SELECT count(DISTINCT xmin::text)::int AS count FROM forms.records'),
  );
  return row?.count;
}

function submit(input: SubmitRecordInput, user: FormUser = farm.ana) {
  const transactions = new TypeormFormsTransactions(database, neighbours);
  const useCase = new SubmitRecord(transactions, new PlatformMediaStaging(media), new FixedClock(NOON));
  return useCase.execute(farm.companyId, user, input);
}

async function aKeptForm(over: Parameters<typeof aForm>[0] = {}) {
  const form = aForm({ ...declaration, ...over });
  await database.tenant(farm.companyId, (tx) => new TypeormFormRepository(tx).save([form]));
  return form;
}

async function aKeptTask(formId: string) {
  const task = aTask(formId, { assigneeId: farm.ana.userId });
  await database.tenant(farm.companyId, (tx) => new TypeormTaskRepository(tx).save([task]));
  return task;
}

function failing(): Promise<never> {
  return Promise.reject(new Error('half way'));
}

/** The company's files, kept or not. */
function files(): Promise<{ key: string; kept: boolean }[]> {
  return database.tenant(farm.companyId, (tx) =>
    tx.query('SELECT key, kept FROM media.objects ORDER BY key'),
  );
}

function rows(table: string): Promise<object[]> {
  return database.tenant(farm.companyId, (tx) => tx.query(`SELECT * FROM ${table} ORDER BY 1, 2, 3`));
}

async function counts() {
  const [records, files, observations] = await Promise.all(
    ['forms.records', 'forms.record_media', 'agronomy.observations'].map(
      async (table) => (await rows(table)).length,
    ),
  );
  return { records, files, observations };
}
