import { setTimeout as sleep } from 'node:timers/promises';
import type { Crew } from './crew.ts';

/** In force at any temperature, so that a season has a rest that is due at once. */
export const REST_RULE = {
  ...{ key: 'always', project: 'north', metric: 'te', above: -50, restMinutes: 1, everyMinutes: 5 },
} as const;

/** Waits until the rest of somebody at work is noted, whose station has just measured. */
export async function heat(crew: Crew, projectId: string): Promise<void> {
  const hour = 3_600_000;
  const workerId = (await crew.hire('Lia')).id;
  const started = await crew.post('/api/control/shifts', {
    ...{ workerId, projectId, kind: 'piece', clientEventId: 'hot-1' },
    startedAt: new Date(Date.now() - hour).toISOString(),
  });
  if (started.status !== 201) throw new Error(`A shift was answered ${started.status}`);
  const day = (from: number) => new Date(Date.now() + from * hour).toISOString().slice(0, 10);
  const dues = `/api/control/rest/due?projectId=${projectId}&from=${day(-24)}&to=${day(24)}`;
  for (let looks = 0; (await crew.get(dues)).body.data.length === 0; looks++) {
    if (looks === 240) throw new Error('No rest was due');
    await sleep(250);
  }
}

/** An uplink of a device that nobody has. */
export async function strangeUplink(url: string, credential: string): Promise<void> {
  const response = await fetch(`${url}/api/iot/uplinks/ttn`, {
    method: 'POST',
    headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      end_device_ids: { dev_eui: '70B3D57ED0000001' },
      uplink_message: { received_at: '2001-05-07T12:00:00Z', normalized_payload: [] },
    }),
  });
  if (response.status !== 404) throw new Error(`The uplink was answered ${response.status}`);
}
