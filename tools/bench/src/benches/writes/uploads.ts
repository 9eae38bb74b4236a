import sharp from 'sharp';
import { absolute, type Bench, type Scale } from '../../bench.ts';
import { HttpConnection, postOf } from '../../load/http-connection.ts';
import { latencies, p99 } from '../../load/latencies.ts';
import type { RunningApi, Stage } from '../../stage/stage.ts';
import { watchMemory } from '@furrow/testbed';
import { openWorkforce, type WorkforceFarm } from '../../stage/farms/workforce-farm.ts';

const CLIENTS = 16;
const MB = 1024 * 1024;
const WORKERS = '/api/control/workers';

export const uploads: Bench = {
  name: 'uploads',
  summary: `${CLIENTS} clients upload photos of 12 MB at once`,

  async run(stage: Stage, scale: Scale) {
    const photo = `data:image/jpeg;base64,${(await photoOf((scale.quick ? 0.2 : 12) * MB)).toString('base64')}`;
    const farm = await openWorkforce(stage, 'uploads');
    const api = await stage.startApi();
    // Loads what a process reads once and caches before the measurement.
    await upload(api, farm, photo, -1);
    const reads = (isEnough: (asked: number) => boolean) =>
      latencies(api, farm.jwt, { path: () => `${WORKERS}?pageSize=1`, isEnough });
    const alone = await reads((asked) => asked >= (scale.quick ? 20 : 500));

    const stopWatching = watchMemory(api, 5);
    let uploading = true;
    const beside = reads(() => !uploading);
    const each = scale.quick ? 1 : scale.rounds;
    const began = performance.now();
    await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        for (let turn = 0; turn < each; turn++) await upload(api, farm, photo, client * each + turn);
      }),
    );
    const seconds = (performance.now() - began) / 1_000;
    uploading = false;
    const during = await beside;
    const { before, peak } = stopWatching();
    stage.say(
      `${CLIENTS * each} photos in ${seconds.toFixed(1)} s; a read beside them at p99 ${p99(during).toFixed(1)} ms, ` +
        `alone ${p99(alone).toFixed(1)} ms; memory ${(before / MB).toFixed(0)} MB before, ${(peak / MB).toFixed(0)} MB at its peak`,
    );
    return [
      absolute('peak memory', 'MB', peak / MB, { atMost: 800 }),
      absolute('another request meanwhile, p99', 'ms', p99(during), { atMost: 500 }),
    ];
  },
};

/** A photo of noise, which no encoder compresses, of at most this many bytes and as close to it as possible. */
async function photoOf(bytes: number): Promise<Buffer> {
  for (let width = Math.round(Math.sqrt(bytes)); ; width = Math.floor(width * 0.97)) {
    const height = Math.round(width * 0.75);
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 25 };
    const create = { width, height, channels: 3 as const, background: 'grey', noise };
    const photo = await sharp({ create }).jpeg({ quality: 92 }).toBuffer();
    if (photo.length <= bytes) return photo;
  }
}

async function upload(api: RunningApi, { jwt }: WorkforceFarm, photo: string, number: number): Promise<void> {
  const name = [...String(number + 1_000)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
  const worker = { first_name: name, last_name: 'Photo', hire_date: '2025-03-15', position: 'harvester' };
  const body = JSON.stringify({ ...worker, employment_type: 'seasonal', status: 'active', photo });
  const connection = await HttpConnection.open(api.url);
  const answer = await connection.send(postOf(WORKERS, jwt, body));
  connection.close();
  if (answer.status !== 201)
    throw new Error(`Answered ${answer.status} ${answer.body.toString().slice(0, 500)}`);
}
