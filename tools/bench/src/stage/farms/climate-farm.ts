import type { Stage } from '../stage.ts';
import { report, spanOf } from '../stations.ts';

const STATION = 'climate-01';

/** A farm with one station and its stored readings, one every ten minutes up to the end of 2025. */
export async function seedClimate(stage: Stage, readings: number) {
  const timezone = 'America/Santiago';
  const { companyId, projects, apiTokens } = await stage.apply({
    company: { key: 'climate', name: 'Climate', timezone },
    projects: [{ key: 'farm', name: 'Farm', timezone }],
    devices: [{ deviceId: STATION, project: 'farm' }],
    apiTokens: [{ name: 'series', scopes: ['read:production'] }],
  });
  const projectId = projects['farm'] ?? '';
  const devices = [{ deviceId: STATION, projectId }];
  await report(stage, { companyId, devices }, { first: 0, readings });
  const credential = apiTokens['series']?.credential ?? '';
  return { companyId, projectId, credential, deviceId: STATION, ...spanOf(readings) };
}
