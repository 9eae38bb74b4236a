import { PROGRAMS, ServiceProcess } from '@furrow/testbed';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fetch, System } from '@furrow/testbed/system';

/** Longer than a process on a busy machine takes to answer, and shorter than any shift. */
const TOLERANCE_MS = 15_000;

/** Under `npm test -- --clock` all processes are shifted; one that is not would make unrelated tests fail. */
describe('the clock', () => {
  let system: System;
  beforeAll(async () => {
    system = await System.shared();
  });
  afterAll(() => system?.stop());

  const here = (instant: number) => Math.abs(instant - Date.now()) < TOLERANCE_MS;

  it('is the same in the gateway and in the API', async () => {
    const gateway = await ServiceProcess.start<{ url: string }>(PROGRAMS.gateway, {
      ...system.environmentOfApi,
      FURROW_IOT_PORT: '0',
    });
    for (const { url } of [gateway.ready, system]) {
      const { headers } = await fetch(`${url}/health/live`);
      expect(here(Date.parse(headers.get('date') ?? ''))).toBe(true);
    }
    await gateway.end();
  });

  it('is the same in the database', async () => {
    const [row] = await system.sql<{ now: Date }>('SELECT now()');
    expect(here(row!.now.getTime())).toBe(true);
  });

  it('is the same for the operator', async () => {
    const { jwt } = await system.furrow<{ jwt: string }>('jwt', '--idp-id', 'idp|acme-ana');
    const { iat } = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as {
      iat: number;
    };
    expect(here(iat * 1_000)).toBe(true);
  });

  it('is the one that the run was given', () => {
    const shift = process.env['FURROW_TEST_CLOCK'] ?? '';
    if (shift.includes('T')) expect(Date.now() - Date.parse(shift)).toBeLessThan(3_600_000);
    expect(process.env['FAKETIME'] !== undefined).toBe(shift !== '');
  });
});
