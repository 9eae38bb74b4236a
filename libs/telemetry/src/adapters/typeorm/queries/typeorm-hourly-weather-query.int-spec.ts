import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { wireAccessIn } from '@furrow/access';
import { type LocalDate, SystemClock } from '@furrow/kernel';
import { placed, weatherAt } from '../../../testing/builders.ts';
import { Field } from '../../../testing/field.ts';
import { type TelemetryOnPostgres, telemetryOnPostgres } from '../../../testing/telemetry-on-postgres.ts';

let telemetry: TelemetryOnPostgres;

beforeAll(async () => {
  telemetry = await telemetryOnPostgres();
});
afterAll(() => telemetry?.close());

it('the location of hourly weather is that of a station that still stands in the project, if there is one', async () => {
  const field = await Field.on(telemetry);
  const { companyId, projectId, deviceId } = field.device;
  const { neighbour, otherProject } = field.station;
  await field.store(field.weather());
  const locationNow = async () => {
    const day = '2026-03-01' as LocalDate;
    const asked = { companyId, projectId, sectorId: null, deviceId: null, from: day, to: day };
    const members = ['te'] as const;
    return (await telemetry.hourly.read({ ...asked, before: 0, after: 0, members })).location;
  };
  const location = { latitude: 10, longitude: 20, altitude: 3_000 };
  await telemetry.database.tenant(companyId, (tx) =>
    wireAccessIn(tx, new SystemClock()).applyDevices.execute([{ deviceId, ...otherProject, ...location }], {
      prune: false,
    }),
  );
  expect(await locationNow()).toEqual(location);
  await field.store(placed(neighbour, 'weather', weatherAt('2026-03-01T10:00:00Z')));
  expect(await locationNow()).toMatchObject({ latitude: -36.6, altitude: 240 });
});
