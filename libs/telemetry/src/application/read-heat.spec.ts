import { describe, expect, it } from '@jest/globals';
import { heatIndex } from '../domain/index.ts';
import { Field, type Point } from '../testing/field.ts';
import { InMemoryTelemetry } from '../testing/in-memory-telemetry.ts';
import { ReadHeat } from './read-heat.ts';

describe('the heat index by hours', () => {
  it('is of the mean temperature and humidity of each hour of the local clock', async () => {
    const field = await Field.on(new InMemoryTelemetry());
    await field.store(
      field.weather({ te: 30, hr: 60 }, '2026-03-01T18:00:00Z'),
      field.weather({ te: 34, hr: 40 }, '2026-03-01T18:30:00Z'),
      field.weather({ te: 31, hr: null }, '2026-03-01T19:00:00Z'),
    );
    expect(await read(field, '2026-03-01T15:00', '2026-03-01T16:59')).toEqual([
      {
        ...{ local_time: '2026-03-01T15:00:00.000-03:00', te: 32, hr: 50 },
        heatIndex: Math.round(heatIndex(32, 50) * 1e6) / 1e6,
      },
      { local_time: '2026-03-01T16:00:00.000-03:00', heatIndex: null, te: 31, hr: null },
    ]);
  });

  it('is refused for a project of another company', async () => {
    const field = await Field.on(new InMemoryTelemetry());
    await expect(
      new ReadHeat(field.ports.series).execute(
        '0199c6a4-7d3b-7c52-9f0e-2b8a4d6c1e00',
        {
          projectId: field.device.projectId,
          from: '2026-03-01T00:00',
          to: '2026-03-02T00:00',
          timezone: 'UTC',
        },
        async () => undefined,
      ),
    ).rejects.toMatchObject({ code: 'project_forbidden' });
  });
});

async function read(field: Field, from: string, to: string): Promise<Point[]> {
  const { companyId, projectId } = field.device;
  const points: Point[] = [];
  const query = { projectId, from, to, timezone: 'America/Santiago' };
  await new ReadHeat(field.ports.series).execute(companyId, query, async (batch) => {
    points.push(...batch.map((text) => JSON.parse(text) as Point));
  });
  return points;
}
