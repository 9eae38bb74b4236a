import { newId } from '@furrow/kernel';
import { asked } from '@furrow/program';
import { quantile } from '@furrow/testbed/load';
import { absolute, type Bench, type Scale } from '../../bench.ts';
import { latencies } from '../../load/latencies.ts';
import { interleave } from '../../rounds.ts';
import { hire } from '../../stage/crews.ts';
import type { RunningApi, Stage } from '../../stage/stage.ts';

const RUNNING = 1_000;
const GOAL_MS = 50;
const MINUTE = 60_000;
const DEV_EUI = '70B3D57E00000001';
const SUPERVISOR = 'rest|supervisor';

export const rest: Bench = {
  name: 'rest',
  summary: `who is due for a rest among ${RUNNING.toLocaleString('en')} running shifts, with breaks and a reading`,

  async run(stage: Stage, scale: Scale) {
    const running = scale.quick ? 50 : RUNNING;
    const calls = scale.quick ? 10 : 100;
    const api = await stage.startApi();
    const path = await crewsInHeat(stage, api, running);
    const jwt = await stage.jwt(SUPERVISOR);
    const reads = { path: () => path, isEnough: (asked: number) => asked >= calls, text: '"status":"due"' };
    const figures = await interleave(stage, 'ms at p95', scale.rounds, {
      service: async () => quantile(await latencies(api, jwt, reads), 0.95),
    });
    const what = `GET /api/control/rest of ${running} running shifts, at p95`;
    return [absolute(what, 'ms', figures.service, { atMost: GOAL_MS })];
  },
};

/** A farm in which everybody has worked for three hours with a short break and a long one. @returns what is read */
async function crewsInHeat(stage: Stage, api: RunningApi, running: number): Promise<string> {
  const rule = { project: 'farm', metric: 'heat-index', restMinutes: 10 } as const;
  const { companyId, projects, apiTokens } = await stage.apply({
    company: { key: 'rest', name: 'Rest', timezone: 'UTC' },
    users: [{ idpId: SUPERVISOR, name: 'Ana', role: 'supervisor' }],
    projects: [{ key: 'farm', name: 'Farm', timezone: 'UTC' }],
    devices: [{ deviceId: 'rest-station', project: 'farm', devEui: DEV_EUI }],
    apiTokens: [{ name: 'network', scopes: ['write:telemetry'] }],
    restRules: [
      { key: 'hot', above: 32, everyMinutes: 120, ...rule },
      { key: 'hotter', above: 35, everyMinutes: 60, ...rule },
    ],
  });
  const projectId = projects['farm'] ?? '';
  const workers = await hire(stage, companyId, running);
  const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();
  const shifts = workers.map(({ id }) => ({
    ...{ workerId: id, projectId, kind: 'piece', clientEventId: newId(), startedAt: ago(180) },
    breaks: [
      { kind: 'rest', startedAt: ago(150), endedAt: ago(135) },
      { kind: 'rest', startedAt: ago(100), endedAt: ago(95) },
    ],
  }));
  await asked(api.url, await stage.jwt(SUPERVISOR), 'POST', '/api/control/shifts/bulk', { shifts });
  const response = await fetch(new URL('/api/iot/uplinks/ttn', api.url), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiTokens['network']?.credential ?? ''}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      end_device_ids: { dev_eui: DEV_EUI },
      uplink_message: {
        received_at: ago(0),
        normalized_payload: [{ air: { temperature: 38, relativeHumidity: 40 } }],
      },
    }),
  });
  if (response.status !== 204) throw new Error(`The reading was answered ${response.status}`);
  return `/api/control/rest?projectId=${projectId}`;
}
