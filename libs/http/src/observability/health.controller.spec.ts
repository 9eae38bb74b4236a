import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '@furrow/config';
import type { Database } from '@furrow/database';
import type { Metrics } from '@furrow/observability';
import { expect, it } from '@jest/globals';
import type { Request } from 'express';
import { ExpectedMigrations, HealthController } from './health.controller.ts';

it('metrics are calculated once for concurrent requests, and again for later ones, which wait for their turn', async () => {
  let times = 0;
  const metrics = { registry: { metrics: () => sleep(20).then(() => `metrics ${++times}`) } };
  const controller = new HealthController(
    { metricsToken: 'x'.repeat(24) } as Config,
    {} as Database,
    metrics as unknown as Metrics,
    new ExpectedMigrations([]),
  );
  const request = { headers: { authorization: `Bearer ${'x'.repeat(24)}` } } as Request;
  const ask = () => controller.read(request);
  expect(await Promise.all(Array.from({ length: 1_000 }, ask))).toEqual(Array(1_000).fill('metrics 1'));
  const began = performance.now();
  expect(await Promise.all([ask(), ask()])).toEqual(['metrics 2', 'metrics 2']);
  expect(performance.now() - began).toBeGreaterThan(5 * 20);
});
