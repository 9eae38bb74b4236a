import { get } from 'node:http';
import { PEST_TALLIES } from '@furrow/agronomy/sql';
import type pg from 'pg';
import { beginAs } from '../../bare/tenant.ts';
import type { Bench, Figure, Scale } from '../../bench.ts';
import { interleave, median, medianRatio } from '../../rounds.ts';
import { watchMemory } from '../../stage/memory.ts';
import { DAYS, type ScoutedFarm, type ScoutedSize, seedScouting } from '../../stage/farms/scouted-farm.ts';
import type { RunningApi, Stage } from '../../stage/stage.ts';

const FULL: ScoutedSize = { records: 100_000, responsesEach: 10, sectors: 200, pests: 40 };
const QUICK: ScoutedSize = { records: 400, responsesEach: 5, sectors: 10, pests: 8 };
const MB = 1024 * 1024;
const grouped = (count: number) => count.toLocaleString('en');

export const phytosanitary: Bench = {
  name: 'phytosanitary',
  summary: `${grouped(FULL.records * FULL.responsesEach)} observations in ${DAYS} days, ${FULL.sectors} sectors, ${FULL.pests} pests`,

  async run(stage: Stage, scale: Scale): Promise<Figure[]> {
    const size = scale.quick ? QUICK : FULL;
    stage.say(`seeding ${grouped(size.records * size.responsesEach)} observations`);
    const farm = await seedScouting(stage, size);
    const api = await stage.startApi();
    const figures = await summarize(stage, api, farm, size, 2 * scale.rounds);
    const stream = await streamRecords(stage, api, farm, size, scale.rounds);
    await api.stop();
    const absolute = { bench: 'phytosanitary', against: null, ratio: null };
    return [
      {
        ...{ bench: 'phytosanitary', what: 'company-summary against its own SQL', unit: 'ms' },
        service: median(figures.service),
        against: median(figures['its SQL']),
        ratio: medianRatio(figures.service, figures['its SQL']),
        target: { atMost: 1.5 },
      },
      {
        ...{ ...absolute, what: 'company-records, first byte', unit: 'ms' },
        service: median(stream.firstBytes),
        target: { atMost: 200 },
      },
      {
        ...{ ...absolute, what: 'company-records, peak memory growth', unit: 'MB' },
        service: stream.growth / MB,
        target: { atMost: 150 },
      },
    ];
  },
};

/** Milliseconds of the company's summary and of its statement, alternating. */
async function summarize(
  stage: Stage,
  api: RunningApi,
  farm: ScoutedFarm,
  size: ScoutedSize,
  rounds: number,
) {
  const client = await stage.connect();
  try {
    return await interleave(
      rounds,
      {
        service: async (round) => {
          const { milliseconds, text } = await ask(api, farm, 'company-summary', round === 0);
          if (round === 0) checkSummary(text(), size);
          return milliseconds;
        },
        'its SQL': () => directly(client, farm, size),
      },
      (line) => stage.say(`company-summary in ms, ${line}`),
    );
  } finally {
    await client.end();
  }
}

async function streamRecords(
  stage: Stage,
  api: RunningApi,
  farm: ScoutedFarm,
  { records }: ScoutedSize,
  rounds: number,
): Promise<{ firstBytes: number[]; growth: number }> {
  const stopWatching = watchMemory(api);
  const firstBytes: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const { milliseconds, firstByte, bytes, last } = await ask(api, farm, 'company-records', false);
    if (!last.endsWith(`"totalRecords":${records}}`)) throw new Error(`The records end with ${last}`);
    const times = `${Math.round(firstByte)} of ${grouped(Math.round(milliseconds))} ms, ${Math.round(bytes / MB)} MB`;
    stage.say(
      `company-records, ${round === 0 ? 'warm-up' : `round ${round} of ${rounds}`}: first byte after ${times}`,
    );
    if (round > 0) firstBytes.push(firstByte);
  }
  return { firstBytes, growth: stopWatching().growth };
}

/** @param keep whether to return the whole text; its last bytes are returned in any case */
async function ask(api: RunningApi, { credential, start, end }: ScoutedFarm, path: string, keep: boolean) {
  const url = new URL(`/api/control/phytosanitary/${path}?startTime=${start}&endTime=${end}`, api.url);
  const began = performance.now();
  return new Promise<{
    milliseconds: number;
    firstByte: number;
    bytes: number;
    text: () => string;
    last: string;
  }>((resolve, reject) => {
    get(url, { headers: { 'x-api-key': credential } }, (response) => {
      let [firstByte, bytes, last] = [0, 0, ''];
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => {
        if (bytes === 0) firstByte = performance.now() - began;
        bytes += chunk.length;
        last = (last + chunk.toString('latin1', Math.max(0, chunk.length - 100))).slice(-100);
        if (keep) chunks.push(chunk);
      });
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode !== 200) reject(new Error(`Answered ${response.statusCode ?? 0} ${last}`));
        const milliseconds = performance.now() - began;
        resolve({ milliseconds, firstByte, bytes, last, text: () => Buffer.concat(chunks).toString() });
      });
    }).on('error', reject);
  });
}

/** Runs the summary's own statement as the service's role and reads the whole result. @returns milliseconds */
async function directly(
  client: pg.Client,
  { companyId, from, before }: ScoutedFarm,
  { sectors, pests }: ScoutedSize,
): Promise<number> {
  await client.query(beginAs(companyId));
  const began = performance.now();
  const { rowCount } = await client.query(PEST_TALLIES, [companyId, from, before, null, null]);
  const milliseconds = performance.now() - began;
  await client.query('COMMIT');
  if (rowCount !== sectors * pests) throw new Error(`${rowCount} of ${sectors * pests} tallies were read`);
  return milliseconds;
}

/** Rejects a fast but wrong summary. */
function checkSummary(text: string, { records, sectors, pests }: ScoutedSize): void {
  const { totalRecords, projects } = JSON.parse(text) as {
    totalRecords: number;
    projects: { sectors: { pests_diseases: unknown[] }[] }[];
  };
  const listed = projects.flatMap((project) => project.sectors);
  const entries = listed.flatMap((sector) => sector.pests_diseases);
  if (totalRecords !== records || listed.length !== sectors || entries.length !== sectors * pests)
    throw new Error(
      `The summary has ${totalRecords} records and ${entries.length} pests in ${listed.length} sectors`,
    );
}
