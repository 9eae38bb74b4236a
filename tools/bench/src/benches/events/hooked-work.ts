import { newRecords, paths } from '../../records.ts';
import { compared, type Measurement, type Scale } from '../../bench.ts';
import { acknowledgedPerSecond, bulkCalls, perSecond, startLoad, startMqttLoad } from '../../load/loads.ts';
import { interleave } from '../../rounds.ts';
import type { Crew } from '../../stage/crews.ts';
import { HookedFarm } from '../../stage/farms/hooked-farm.ts';
import { STATIONS_COMPANY, StationFleet } from '../../stage/station-fleet.ts';
import type { RunningApi, Stage } from '../../stage/stage.ts';

const CLIENTS = 8;
const BATCH = 1_000;
const STATIONS = 50;
const WINDOW = 100;

/** Bulk sync with an active webhook for all events, compared with the same webhook paused. */
export async function hookedSync(
  stage: Stage,
  { api, farm, crew }: { api: RunningApi; farm: HookedFarm; crew: Crew },
  scale: Scale,
): Promise<Measurement> {
  const [size, calls] = scale.quick ? [50, 2] : [BATCH, 5];
  const load = startLoad(stage);
  const clients = { jwt: crew.jwt, clients: CLIENTS, calls, size };
  const requests = bulkCalls(api, paths.bulk, clients, () => ({ records: newRecords(crew, size) }));
  const sync = async (status: 'active' | 'paused') => {
    await farm.setHook(status);
    return perSecond(stage, load, requests);
  };
  await stage.analyze();
  const figures = await interleave(stage, 'bulk sync, records/s', scale.rounds, {
    ...{ hooked: () => sync('active'), plain: () => sync('paused') },
  });
  await farm.setHook('active');
  await load.stop();
  return kept('bulk sync with a webhook for every event', 'records/s', figures);
}

/** Ingest by the gateway for stations watched by alert rules, compared with as many unwatched stations. */
export async function watchedIngest(
  stage: Stage,
  api: RunningApi,
  url: string,
  scale: Scale,
): Promise<Measurement> {
  const gateway = await stage.startGateway();
  const fleet = await StationFleet.register(stage, gateway, 2 * STATIONS);
  const farm = await HookedFarm.open(stage, api, STATIONS_COMPANY, url);
  const hot = { name: 'Hot', kind: 'threshold', project: 'farm', metric: 'te', above: 20, for: '0s' };
  for (const device of fleet.deviceIds.slice(0, STATIONS)) await farm.putAlert(device, { ...hot, device });
  const load = startMqttLoad(stage);
  const all = fleet.atGateway(2 * STATIONS);
  const messages = scale.quick ? 400 : 200_000;
  // The readings of a station end now and lie a second apart, so that alert rules evaluate all of them.
  const each = messages / STATIONS;
  const begin = Date.now() - (scale.rounds + 1) * each * 1_000;
  const send = (from: number) => (round: number) => {
    const targets = all.slice(from, from + STATIONS);
    const firstTs = begin + round * each * 1_000;
    return acknowledgedPerSecond(stage, load, { targets, window: WINDOW, messagesEach: each, firstTs });
  };
  const figures = await interleave(stage, 'readings/s', scale.rounds, {
    ...{ hooked: send(0), plain: send(STATIONS) },
  });
  await Promise.all([load.stop(), gateway.stop()]);
  return kept('readings with an alert on every station', 'messages/s', figures);
}

const kept = (what: string, unit: string, { hooked, plain }: Record<'hooked' | 'plain', number[]>) =>
  compared(what, unit, hooked, plain, { atLeast: 0.95 });
