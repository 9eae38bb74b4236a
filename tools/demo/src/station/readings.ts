import { CIEZA, Climate, GRAN_CANARIA, inHotWind, Random, type Site, soilAt } from '@furrow/program';
import { wireTelemetry } from '@furrow/telemetry';
import type { SeasonFarm } from '../season-farm.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** How long the greenhouse's station has been silent. */
const SILENT_DAYS = 30 / 24;
/** Items of one message. */
const AT_ONCE = 1_000;

type Kind = 'weather' | 'plant' | 'irrigation' | 'soil';

/** Of the probe, cm. */
const DEPTHS = [15, 30, 60];

/** When a station measured. Days and hours are counted back from the end of the season. */
interface Station {
  readonly deviceId: string;
  readonly place: string;
  readonly site: Site;
  readonly everyMinutes: number;
  readonly days: number;
  /** It has been silent since then. */
  readonly silentDays: number;
  /** Times without readings: the first and last hour ago. */
  readonly gaps: readonly (readonly [number, number])[];
}

const STATIONS: readonly Station[] = [
  {
    ...{ deviceId: 'demo-station-01', place: 'vega/v1', site: CIEZA, everyMinutes: 30, days: 396 },
    ...{
      silentDays: 0,
      gaps: [
        [23 * 24 + 9, 23 * 24],
        [131 * 24, 129 * 24 + 4],
      ],
    },
  },
  {
    ...{
      deviceId: 'demo-station-02',
      place: 'loma/greenhouse',
      site: GRAN_CANARIA,
      everyMinutes: 60,
      days: 45,
    },
    ...{ silentDays: SILENT_DAYS, gaps: [] },
  },
];

/** Sends what the farm's devices have measured, as the gateway does. Readings that are there count once. */
export async function sendReadings(farm: SeasonFarm): Promise<void> {
  const send = sender(farm);
  for (const station of STATIONS)
    await send(station.deviceId, farm.place(station.place), 'weather', weatherOf(farm.calendar.now, station));
  const vega = { projectId: farm.project('vega'), sectorId: null };
  await send('demo-dendro-01', vega, 'plant', plantOf(farm, ['v1', 'v2', 'v3', 'v4'], 0));
  await send(
    'demo-station-02',
    farm.place('loma/greenhouse'),
    'plant',
    plantOf(farm, ['greenhouse'], SILENT_DAYS),
  );
  await send('demo-probe-01', farm.place('vega/v1'), 'soil', soilOf(farm.calendar.now));
  await send('demo-riego-01', vega, 'irrigation', irrigationOf(farm));
  await send('demo-riego-02', farm.place('loma/greenhouse'), 'irrigation', drippingOf(farm));
}

function sender(farm: SeasonFarm) {
  const ingest = wireTelemetry(farm.database, farm.clock).ingestTelemetry;
  return async (
    deviceId: string,
    place: { readonly projectId: string; readonly sectorId: string | null },
    kind: Kind,
    items: readonly object[],
  ) => {
    const device = { companyId: farm.companyId, deviceId, ...place };
    for (let from = 0; from < items.length; from += AT_ONCE) {
      const payload = Buffer.from(JSON.stringify(items.slice(from, from + AT_ONCE)));
      const { problems } = await ingest.execute(device, { kind, payload });
      if (problems[0]) throw new Error(`${deviceId} sent wrong ${kind}: ${problems[0].message}`);
    }
  };
}

function weatherOf(now: Date, { site, everyMinutes, days, silentDays, gaps }: Station): object[] {
  const climate = new Climate(site, new Random(17));
  const step = everyMinutes * MINUTE;
  // The last reading is of these minutes, because an older one would say nothing of the heat now.
  const end = Math.floor((now.getTime() - silentDays * DAY) / (5 * MINUTE)) * 5 * MINUTE;
  const items: object[] = [];
  for (let ts = end - days * DAY + silentDays * DAY; ts <= end; ts += step) {
    const at = new Date(ts);
    const newYear = Date.UTC(at.getUTCFullYear(), 0, 1);
    const dayOfYear = Math.floor((ts - newYear) / DAY) + 1;
    const reading = climate.at(dayOfYear, (ts % DAY) / (60 * MINUTE), everyMinutes);
    const hoursAgo = (now.getTime() - ts) / (60 * MINUTE);
    if (gaps.some(([first, last]) => hoursAgo < first && hoursAgo >= last)) continue;
    items.push({ ts: at.toISOString(), ...inHotWind(reading, hoursAgo) });
  }
  return items;
}

/** Vigour by satellite every five days, and shrinkage of a trunk each day. */
function plantOf({ calendar }: SeasonFarm, sectors: readonly string[], silentDays: number): object[] {
  const random = new Random(5);
  const items: object[] = [];
  for (let ago = 80; ago >= Math.ceil(silentDays); ago--) {
    const ts = new Date(calendar.now.getTime() - ago * DAY - MINUTE).toISOString();
    for (const [index, sector] of sectors.entries()) {
      const vigour = 0.62 + 0.05 * index + 0.06 * Math.sin(ago / 20) + random.below(20) / 1_000;
      if (ago % 5 === 0) items.push({ ts, kpi: 'vigor', sector, value: Number(vigour.toFixed(3)) });
      const shrinkage = 120 + 25 * index + 40 * Math.cos((ago * Math.PI) / 3) + random.below(30);
      items.push({ ts, kpi: 'trunk_shrinkage', sector, value: Math.round(shrinkage) });
    }
  }
  return items;
}

/** Soil of 45 days, every hour. */
function soilOf(now: Date): object[] {
  const random = new Random(23);
  const end = Math.floor(now.getTime() / (60 * MINUTE)) * 60 * MINUTE;
  const items: object[] = [];
  for (let ts = end - 45 * DAY; ts <= end; ts += 60 * MINUTE)
    for (const depth of DEPTHS) items.push({ ts: new Date(ts).toISOString(), ...soilAt(ts, depth, random) });
  return items;
}

/** Each sector is watered every three days before dawn; the latest one is still running. */
function irrigationOf({ calendar }: SeasonFarm): object[] {
  const random = new Random(11);
  const items: object[] = [];
  for (let ago = 70; ago >= 1; ago--) {
    const day = calendar.daysAgo(ago);
    const sector = (ago % 3) + 1;
    const startedAt = calendar.at(day, 4);
    const hours = 2 + random.below(4) / 2;
    items.push({
      ...{ eventId: `riego-${day}`, sector: `v${sector}`, startedAt: startedAt.toISOString() },
      endedAt: new Date(startedAt.getTime() + hours * 60 * MINUTE).toISOString(),
      volume: Math.round(hours * (21 + sector)),
    });
  }
  const running = new Date(calendar.now.getTime() - 40 * MINUTE);
  items.push({
    eventId: `riego-${calendar.today}`,
    sector: 'v4',
    startedAt: running.toISOString(),
    volume: 14,
  });
  return items;
}

/** The greenhouse is watered a little every evening. */
function drippingOf({ calendar }: SeasonFarm): object[] {
  return Array.from({ length: 40 }, (_, index) => {
    const day = calendar.daysAgo(40 - index);
    const startedAt = calendar.at(day, 19, 'Atlantic/Canary');
    return {
      ...{ eventId: `goteo-${day}`, startedAt: startedAt.toISOString(), volume: 6 + (index % 4) },
      endedAt: new Date(startedAt.getTime() + 35 * MINUTE).toISOString(),
    };
  });
}
