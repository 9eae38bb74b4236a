import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { csvLine, SEPARATORS } from '../../src/http/export/csv.ts';
import { MOVEMENTS_FORM } from '../../src/production/record.answer.ts';
import { until } from '@furrow/testbed';
import {
  aScoutedFarm,
  COMPANY_RECORDS,
  HARVEST,
  POINTS,
  type ProvisionedFarm,
  RECORDS,
  Scout,
  WORKERS,
} from '@furrow/testbed/farms';
import { type Answer, Client, type Json, System } from '@furrow/testbed/system';
import { expectRefusal } from '../harness/refusal.ts';
import { Telemetry } from '@furrow/telemetry/testing/stations';

const EXPORT = `${RECORDS}/export`;
const DAY = { startTime: '2026-03-10', endTime: '2026-03-10' };
const OPENED = '2026-03-10T11:00:00.000Z';
const LOCAL = '2026-03-10T08:00:00.000-03:00';

let system: System;
let farm: ProvisionedFarm;
let telemetry: Telemetry;
let ana: Client;
/** A caller with an API token. */
let production: Client;
let phytosanitary: Client;
let key: Client;
let session: Json;
let bruno: Json;
let made: Json[];

const get = (client: Client, path: string, query: Record<string, string> = {}, accept?: string) =>
  client.get(`${path}?${new URLSearchParams(query).toString()}`, accept ? { headers: { accept } } : {});
const table = ({ text }: Answer, delimiter = ','): Json[] =>
  parse(text, { bom: true, columns: true, delimiter, recordDelimiter: '\r\n' });
const lines = ({ text }: Answer): Json[] =>
  text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));

/** In Santiago's night a session that was opened hours ago has ended at midnight. */
const whileOpen = ({ openedAt }: Json) => ({ recordedAt: openedAt });

beforeAll(async () => {
  system = await System.shared();
  const file = aScoutedFarm('acme', { devices: [{ deviceId: 'ws-01', project: 'north', sector: 'n1' }] });
  const projects = file['projects'].map((project: Json) => ({
    ...project,
    defaults: { samplingUnit: 'kg' },
  }));
  farm = await system.provision({ ...file, projects });
  ana = farm.as('ana');
  const token = (name: string) => farm.ids.apiTokens[name]!.credential;
  [production, phytosanitary] = [system.token(token('production')), system.token(token('phytosanitary'))];
  key = new Client(system.url, { 'x-api-key': token('production') });
  telemetry = Telemetry.over(system);

  bruno = await farm.worker(ana, { first_name: '=Bruno' });
  session = await farm.session(ana, { notes: 'Wet; "cold"\nand late' });
  made = [];
  for (const [units, quality] of [
    [3, 'export'],
    [2.5, undefined],
    [50, 'local'],
  ] as const) {
    const qualityId = quality ? farm.ids.qualities[quality]! : null;
    const record = { units, qualityId, ...whileOpen(session) };
    const answer = await ana.post(RECORDS, farm.recordBody(session.sessionId, bruno.id, record));
    expect(answer.status).toBe(201);
    made.push(answer.data);
  }
  expect((await ana.post(`${RECORDS}/${made[2].recordId}/void`, { reason: '-twice' })).status).toBe(200);
  // Moves everything to a fixed day; sessions.e2e-spec tests late sessions.
  await system.sql(
    `UPDATE production.sessions SET opened_at = $2, day = '2026-03-10T03:00:00Z', local_date = '2026-03-10'
     WHERE session_id = $1`,
    [session.sessionId, OPENED],
  );
  await system.sql('UPDATE production.records SET recorded_at = $2 WHERE session_id = $1', [
    ...[session.sessionId, OPENED],
  ]);
});
afterAll(async () => {
  await telemetry?.close();
  await system?.stop();
});

describe('the harvest export', () => {
  it('has a CSV line for each worker and quality, whose units add up to the report’s', async () => {
    const [answered] = (await get(production, HARVEST, DAY)).data;
    const answer = await get(production, HARVEST, { ...DAY, format: 'csv' });
    expect(answer.headers.get('content-type')).toMatch(/^text\/csv/);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="harvest.csv"');
    expect(answer.text).toMatch(/^sessionId,/); // fetch removes the byte order mark
    const rows = table(answer);
    expect(rows.map(({ qualityName, validUnits }) => [qualityName, validUnits])).toEqual([
      ['Export', '3'],
      ['Local', '0'],
      ['', '2.5'],
    ]);
    expect(rows.reduce((sum: number, { validUnits }: Json) => sum + Number(validUnits), 0)).toBe(
      answered.totalUnits,
    );
    expect(rows[0]).toMatchObject({
      ...{ sessionId: session.sessionId, day: '2026-03-10', openedAt: OPENED, openedLocal: LOCAL },
      // The name is escaped, so that a spreadsheet does not execute it.
      ...{ worker_name: "'=Bruno Soto", notes: 'Wet; "cold"\nand late', closedAt: '', status: 'open' },
    });
  });

  it('has one session per line, equal to the report, for NDJSON', async () => {
    // A snapshot of qualities may be refreshed between the two.
    await until('both are equal', async () => {
      const answer = await get(production, HARVEST, DAY, 'application/x-ndjson');
      expect(answer.headers.get('vary')).toMatch(/accept/i);
      return isDeepStrictEqual(lines(answer), (await get(production, HARVEST, DAY)).data);
    });
  });

  it('is chosen by an Accept header that names only its format', async () => {
    const empty = { startTime: '2025-03-10', endTime: '2025-03-10', format: 'csv' };
    expect(table(await get(production, HARVEST, empty))).toEqual([]);
  });

  it('has no pages, and only its JSON has a cursor', async () => {
    const geojson = await get(production, HARVEST, { ...DAY, format: 'geojson' });
    expectRefusal(geojson, 400, 'A', 'validation_failed');
    expect(geojson.body.details).toEqual([
      { field: 'format', message: expect.stringContaining('json, csv, ndjson') },
    ]);
    const followed = await get(production, HARVEST, { updatedSince: '2026-01-01T00:00:00Z', format: 'csv' });
    expectRefusal(followed, 400, 'A', 'validation_failed');
    expect(followed.body.details[0].field).toBe('format');
  });
});

describe('the records export', () => {
  it('contains each record and the counter-movements of voids', async () => {
    const { data } = await get(production, EXPORT, DAY);
    expect(data.map(({ kind, units }: Json) => [kind, units]).toSorted()).toEqual([
      ['addition', 2.5],
      ['addition', 3],
      ['addition', 50],
      ['void', -50],
    ]);
    const { createdBy: _, recordedAt: __, capture: ___, ...first } = made[0];
    const shown = data.find(({ recordId }: Json) => recordId === first.recordId);
    expect(shown).toMatchObject({ ...first, timezone: 'America/Santiago', unit: 'kg' });
    expect(lines(await get(production, EXPORT, { ...DAY, format: 'ndjson' }))).toEqual(data);
  });

  it('is CSV, with semicolons on request', async () => {
    const rows = table(await get(production, EXPORT, { ...DAY, format: 'csv', separator: ';' }), ';');
    expect(rows).toHaveLength(4);
    const units = rows.map((row) => Number(row['units'].replace(',', '.')));
    expect(units.reduce((sum, its) => sum + its, 0)).toBe(5.5);
    expect(rows.map((row) => row['units'])).toContain('2,5');
    const taken = rows.find(({ recordId }) => recordId === made[2].recordId);
    expect(taken).toMatchObject({ voided: 'true', recordedAt: OPENED, recordedLocal: LOCAL, units: '50' });
    const counter = rows.find(({ kind }) => kind === 'void');
    expect(counter).toMatchObject({ voidsRecordId: made[2].recordId, notes: "'-twice", units: '-50' });
  });

  it('is written by PostgreSQL in the same format as the other exports, whatever text it contains', async () => {
    const nasty = fc.string({
      unit: fc.constantFrom(...'",;\n\r\t=+-@＝＋－＠\' \\.7xñ'.split(''), '🍒'),
      ...{ minLength: 1, maxLength: 6 },
    });
    const late = await farm.session(ana);
    const run = '=+-@＝＋－＠\t\r\n'.split('').flatMap((first) => [`${first}1`, `'${first}1`]);
    const records = [...run, ...fc.sample(nasty, 60)].map((text, index) => ({
      ...farm.recordBody(late.sessionId, bruno.id, { notes: `${text}.`, units: index / 8 + 0.001 }),
      ...whileOpen(late),
      clientEventId: `${text}${index}`,
    }));
    expect((await ana.post(`${RECORDS}/bulk`, { records })).status).toBe(207);
    await system.sql(
      `UPDATE production.sessions SET day = '2026-04-04T03:00:00Z', local_date = '2026-04-04' WHERE session_id = $1`,
      [late.sessionId],
    );
    // The clocks go back an hour on that night.
    await system.sql(
      `UPDATE production.records
          SET recorded_at = to_timestamp($2 + 600 * units::float8), worker_name = notes
        WHERE session_id = $1`,
      [late.sessionId, Date.parse('2026-04-05T02:30:00Z') / 1_000],
    );
    const night = { startTime: '2026-04-04', endTime: '2026-04-04' };
    const answered = lines(await get(production, EXPORT, { ...night, format: 'ndjson' }));
    expect(answered.map(({ clientEventId }) => clientEventId).toSorted()).toEqual(
      records.map(({ clientEventId }) => clientEventId).toSorted(),
    );
    for (const separator of SEPARATORS) {
      const { text } = await get(production, EXPORT, { ...night, format: 'csv', separator });
      const rows = answered.flatMap((movement) => MOVEMENTS_FORM.table.rows(movement as never));
      const written = [MOVEMENTS_FORM.table.headings, ...rows].map((row) => csvLine(row, separator));
      expect(text.replace(/^\uFEFF/, '')).toBe(written.join(''));
      expect(text).toMatch(/-03:00.*-04:00/s);
    }
  });

  it('contains only the requested days and sector', async () => {
    const later = { startTime: '2026-03-11', endTime: '2026-03-12' };
    expect((await get(production, EXPORT, later)).data).toEqual([]);
    const elsewhere = { ...DAY, sectorId: farm.ids.sectors['north/n4']! };
    expect((await get(production, EXPORT, elsewhere)).data).toEqual([]);
  });

  it('refuses users without permission and malformed queries', async () => {
    expectRefusal(await get(phytosanitary, EXPORT, DAY), 403, 'B', 'insufficient_scope');
    expect((await get(ana, EXPORT, DAY)).status).toBe(401);
    expectRefusal(await get(production, EXPORT), 400, 'B', 'validation_failed');
    const reversed = { startTime: '2026-03-10', endTime: '2026-03-09' };
    expectRefusal(await get(production, EXPORT, reversed), 422, 'B', 'invalid_date_range');
    const years = { startTime: '2024-03-10', endTime: '2026-03-09' };
    expectRefusal(await get(production, EXPORT, years), 422, 'B', 'date_range_too_long');
    const unknown = { ...DAY, projectId: session.sessionId };
    expectRefusal(await get(production, EXPORT, unknown), 403, 'B', 'project_forbidden');
  });
});

describe('the pests and diseases export', () => {
  beforeAll(async () => {
    const scout = Scout.of(farm);
    await scout.submit('north/n1', '2026-03-10T12:00:00Z', { moth: [3, 12.5], mildew: [null, null] });
  });

  it('has one line per response, or one Feature per record', async () => {
    const rows = table(await get(phytosanitary, COMPANY_RECORDS, { ...DAY, format: 'csv' }));
    expect(rows.map(({ variable_name, value_number }) => [variable_name, value_number]).toSorted()).toEqual([
      ['mildew', ''],
      ['moth', '3'],
    ]);
    expect(rows[0]).toMatchObject({
      ...{ record_time: '2026-03-10T12:00:00.000Z', record_local: '2026-03-10T09:00:00.000-03:00' },
      timezone: 'America/Santiago',
    });
    const { records } = (await get(phytosanitary, COMPANY_RECORDS, DAY)).body;
    const { body } = await get(phytosanitary, COMPANY_RECORDS, { ...DAY, format: 'geojson' });
    expect(body.type).toBe('FeatureCollection');
    expect(body.features.map(({ id, properties }: Json) => [id, properties.responses])).toEqual(
      records.map(({ record_id, responses }: Json) => [record_id, responses]),
    );
    expect(lines(await get(phytosanitary, COMPANY_RECORDS, { ...DAY, format: 'ndjson' }))).toEqual(records);
  });

  it('has the position of the phone', async () => {
    const at = { location: { ...POINTS.n1, accuracy: 4 } };
    await Scout.of(farm).submit('north/n2', '2026-03-09T12:00:00Z', { moth: [1, 1] }, at);
    const day = { startTime: '2026-03-09', endTime: '2026-03-09', format: 'geojson' };
    const [feature] = (await get(phytosanitary, COMPANY_RECORDS, day)).body.features;
    expect(feature.geometry).toEqual({
      type: 'Point',
      coordinates: [POINTS.n1.longitude, POINTS.n1.latitude],
    });
    expect(feature.properties).not.toHaveProperty('latitude');
  });
});

it('the series export has points in UTC and in local time', async () => {
  const station = telemetry.station(farm, 'ws-01', 'north/n1');
  await station.send('weather', [{ ts: '2026-03-01T13:00:00Z', te: 25, hr: null, wind: -0, rain: 0.4 }]);
  await station.send('plant', [{ ts: '2026-03-01T13:00:00Z', kpi: '@vigor', value: 0.5 }]);
  const event = {
    eventId: 'e1',
    startedAt: '2026-03-01T13:00:00Z',
    endedAt: '2026-03-01T14:30:00Z',
    volume: 2,
  };
  await station.send('irrigation', [event]);
  const range = {
    projectId: farm.ids.projects['north']!,
    from: '2026-03-01T00:00:00',
    to: '2026-03-01T23:00:00',
  };
  const series = (what: string, format: string, more = {}) =>
    get(key, `/api/iot/${what}`, { ...range, timezone: 'America/Santiago', format, ...more });
  const time = { time: '2026-03-01T13:00:00.000Z', local_time: '2026-03-01T10:00:00.000-03:00' };
  expect(table(await series('weather', 'csv'))).toEqual([{ ...time, te: '25', hr: '', wind: '0', vpd: '' }]);
  expect(lines(await series('weather', 'ndjson'))).toEqual((await series('weather', 'json')).data);
  const extra = { include: 'rad,rain' };
  expect(table(await series('weather', 'csv', extra))).toEqual([
    { ...time, te: '25', hr: '', wind: '0', vpd: '', rain: '0.4', rad: '' },
  ]);
  expect(lines(await series('weather', 'ndjson', extra))).toEqual(
    (await series('weather', 'json', extra)).data,
  );
  expect(table(await series('plant', 'csv'))).toMatchObject([
    { kpi: "'@vigor", value: '0.5', sampleCount: '1' },
  ]);
  expect(table(await series('irrigation', 'csv'))).toMatchObject([
    {
      ...{ eventId: 'e1', startedAt: time.time, started_local: time.local_time, volume: '2' },
      ...{ endedAt: '2026-03-01T14:30:00.000Z', durationMinutes: '90' },
    },
  ]);
});

it('the workers export contains all workers that match the filters, without pages', async () => {
  const first_names = Array.from({ length: 30 }, (_, i) => `Crew${i}`);
  for (const first_name of first_names) await farm.worker(ana, { first_name, position: 'driver' });
  const rows = table(await get(ana, WORKERS, { format: 'csv', pageSize: '5', position: 'driver' }));
  expect(rows.map(({ first_name }) => first_name)).toEqual(first_names.toReversed());
  const all = lines(await get(ana, WORKERS, { format: 'ndjson' }));
  expect(all).toHaveLength(31);
  const { data } = await get(ana, WORKERS, { pageSize: '100' });
  expect(all).toEqual(data);
});

it('the shifts and treatments exports have lines with local times', async () => {
  const shift = {
    ...{ workerId: bruno.id, projectId: farm.ids.projects['north'], kind: 'piece', clientEventId: 's1' },
    ...{ startedAt: '2026-03-10T11:00:00Z', endedAt: '2026-03-10T19:00:00Z', notes: '@home' },
  };
  expect((await ana.post('/api/control/shifts', shift)).status).toBe(201);
  const days = { from: '2026-03-10', to: '2026-03-10' };
  const [row] = table(await get(ana, '/api/control/shifts', { ...days, format: 'csv' }));
  expect(row).toMatchObject({
    ...{ startedLocal: LOCAL, endedLocal: '2026-03-10T16:00:00.000-03:00', hours: '8', restHours: '0' },
    ...{ day: '2026-03-10', worker_name: "'=Bruno Soto", notes: "'@home", flags: '' },
  });
  const { data } = await get(ana, '/api/control/shifts', days);
  expect(lines(await get(ana, '/api/control/shifts', days, 'application/x-ndjson'))).toEqual(data);

  const treatment = {
    ...{
      clientEventId: 't1',
      projectId: farm.ids.projects['north'],
      sectorIds: [farm.ids.sectors['north/n1']],
    },
    ...{
      product: '=Thiovit',
      startedAt: '2026-03-10T11:00:00Z',
      dose: 4,
      doseUnit: 'kg/ha',
      preHarvestDays: 7,
    },
  };
  expect((await ana.post('/api/control/treatments', treatment)).status).toBe(201);
  const listed = table(
    await get(ana, '/api/control/treatments', { ...days, format: 'csv', separator: ';' }),
    ';',
  );
  expect(listed).toMatchObject([{ product: "'=Thiovit", startedLocal: LOCAL, preHarvestDays: '7' }]);
  expect(lines(await get(ana, '/api/control/treatments', { ...days, format: 'ndjson' }))).toEqual(
    (await get(ana, '/api/control/treatments', days)).data,
  );
});
