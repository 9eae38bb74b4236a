import { aPhoto } from '@furrow/media/testing';
import { type Station, Telemetry } from '@furrow/telemetry/testing/stations';
import {
  aFarm,
  BULK,
  FORM_RECORD,
  inParts,
  type ProvisionedFarm,
  RECORDS,
  SESSIONS,
  ZONE,
} from '@furrow/testbed/farms';
import { dateIn, hoursAgo, type Json, type System } from '@furrow/testbed/system';

const WEST = -1.4212;
const SOUTH = 38.2305;
const STEP = 0.004;
const square = (column: number) => {
  const [west, east] = [WEST + column * STEP * 1.1, WEST + column * STEP * 1.1 + STEP];
  const north = SOUTH + STEP * 0.8;
  const ring = [
    [west, SOUTH],
    [east, SOUTH],
    [east, north],
    [west, north],
    [west, SOUTH],
  ];
  return { type: 'Polygon', coordinates: [ring] };
};
export const SECTORS = ['Vega 1', 'Vega 2', 'Ladera', 'Pozo'].map((name, i) => ({
  ...{ key: `v${i + 1}`, name, crop: 'Apricot', variety: 'Mirlo Rojo', boundary: square(i) },
}));
const FORM = {
  ...{ key: 'scout', name: 'Scouting round', type: 'monitoring', subtype: 'pests' },
  access: { roles: ['supervisor', 'agronomist'] },
  fields: [
    { name: 'moth', label: 'Oriental fruit moth', type: 'pests', eppoCode: 'LASPMO', threshold: 10 },
    { name: 'aphid', label: 'Green peach aphid', type: 'pests', eppoCode: 'MYZUPE', threshold: 50 },
    { name: 'photo', label: 'Photo', type: 'photo' },
  ],
};
export const NAMES = ['Lucía Vega', 'Luis Soto', 'Ana López', 'Pedro Gil', 'Rosa Díaz', 'Juan Mora'];

/** What a morning leaves. */
export interface Morning {
  /** The open session of a supervisor. */
  readonly session: Json;
  readonly workers: Json[];
  readonly telemetry: Telemetry;
  readonly payRunId: string;
}

/** A farm with four sectors in one project, a scouting form and a station. */
export const aMorningFarm = (key: string) =>
  aFarm(key, {
    projects: [
      {
        ...{ key: 'vega', name: 'Vega Alta', timezone: ZONE, sectors: SECTORS },
        defaults: { samplingUnit: 'kg', pricePerUnit: 0.42, maxDurationHours: 12 },
      },
    ],
    containers: [{ key: 'crate', name: 'Crate', unit: 'kg', tare: 1.5 }],
    forms: [FORM],
    devices: [{ deviceId: 'ws-01', project: 'vega', sector: 'v1' }],
  });

/** A morning on a farm: a crew at work, a scout, a station with a gap, a treatment, and a pay run. */
export async function liveThroughAMorning(system: System, farm: ProvisionedFarm): Promise<Morning> {
  const ana = farm.as('ana');
  const qualities = Object.values(farm.ids.qualities);
  const workers: Json[] = [];
  for (const name of NAMES) {
    const [first_name, last_name] = name.split(' ');
    workers.push(await farm.worker(ana, { first_name, last_name }));
  }
  await farm.as('gus').post('/api/control/treatments', {
    ...{ clientEventId: 'spray-1', projectId: farm.ids.projects['vega'], startedAt: hoursAgo(30) },
    sectorIds: [farm.ids.sectors['vega/v1']],
    ...{ product: 'Thiovit Jet', dose: 4, doseUnit: 'kg/ha', preHarvestDays: 3, reentryHours: 12 },
  });
  const session = await farm.session(ana, { ...placeOf(farm, 'v1'), localId: 'morning' });
  const closed = await farm.session(ana, { ...placeOf(farm, 'v2'), localId: 'dawn' });
  const counted = (of: Json, count: number) =>
    Array.from({ length: count }, (_, i) =>
      farm.recordBody(of.sessionId, workers[i % workers.length].id, {
        ...{ units: 8 + ((i * 7) % 11) / 2, qualityId: i % 5 === 0 ? qualities[1] : qualities[0] },
        recordedAt: hoursAgo(2.5 - i / 40),
      }),
    );
  const { data } = await ana.post(BULK, { records: counted(session, 60) });
  await ana.post(`${RECORDS}/${data.results[3].recordId}/void`, { reason: 'Counted twice' });
  await ana.post(BULK, { records: counted(closed, 12) });
  await ana.post(`${SESSIONS}/${closed.sessionId}/close`, { finalNotes: 'Rain at four' });
  await scout(farm);
  const telemetry = Telemetry.over(system);
  const station = telemetry.station(farm, 'ws-01', 'vega/v1');
  await measure(station);
  await reject(system, station);
  const today = dateIn(ZONE);
  const run = await farm.as('ada').post('/api/control/pay-runs', { from: today, to: today });
  return { session, workers, telemetry, payRunId: run.data.payRunId };
}

const placeOf = (farm: ProvisionedFarm, key: string) => ({
  projectId: farm.ids.projects['vega'],
  sectorId: farm.ids.sectors[`vega/${key}`],
  sector_name: SECTORS.find((sector) => sector.key === key)!.name,
});

async function scout(farm: ProvisionedFarm): Promise<void> {
  const photo = await aPhoto();
  for (const [day, key, moth, aphid] of [
    ...([
      [9, 'v1', 4, 0],
      [6, 'v1', 9, 12],
      [2, 'v1', 16, 20],
    ] as const),
    ...([
      [8, 'v2', 0, 0],
      [3, 'v2', 3, 0],
      [4, 'v3', 0, 66],
    ] as const),
  ]) {
    const record = {
      ...{
        formId: farm.ids.forms['scout'],
        clientRecordId: `round-${day}-${key}`,
        recordedAt: hoursAgo(day * 24),
      },
      forced_location: { projectId: placeOf(farm, key).projectId, sectorId: placeOf(farm, key).sectorId },
      values: { moth: { value: moth, severity: moth * 2 }, aphid: { value: aphid, severity: aphid / 2 } },
    };
    const { status, text } = await farm
      .as('ana')
      .post(FORM_RECORD, undefined, await inParts(record, ['photo', photo]));
    if (status !== 201) throw new Error(text);
  }
}

/** What the gateway counts of a station that repeats itself with other values, and whose clock then runs ahead. */
async function reject(system: System, { device: { companyId, deviceId } }: Station): Promise<void> {
  for (const [hours, count, code] of [
    [2, 2, 'conflict'],
    [0, 3, 'ts_in_future'],
  ])
    await system.sql(
      `INSERT INTO telemetry.device_errors (company_id, hour, device_id, count, last_code, last_at)
       SELECT $1, date_trunc('hour', ago, 'UTC'), $2, $3, $4, ago FROM (SELECT now() - make_interval(hours => $5) AS ago) AS at`,
      [companyId, deviceId, count, code, hours],
    );
}

/** Two days of a station that was silent for three hours of the night. */
async function measure(station: Station): Promise<void> {
  const hours = Array.from({ length: 6 * 40 }, (_, i) => i / 6).filter((ago) => ago < 20 || ago > 23);
  await station.send(
    'weather',
    hours.map((ago) => ({
      ts: hoursAgo(ago),
      te: round(18 + 8 * Math.sin(((20 - ago) / 24) * 2 * Math.PI)),
      hr: round(60 - 25 * Math.sin(((20 - ago) / 24) * 2 * Math.PI)),
      ...{ wind: round(2 + Math.sin(ago)), rain: ago > 10 && ago < 12 ? 0.4 : 0 },
    })),
  );
}

const round = (value: number) => Math.round(value * 10) / 10;
