import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@furrow/testbed';
import { RunningFarm } from './running-farm.ts';

let farm: RunningFarm;
beforeAll(async () => {
  farm = await RunningFarm.start();
});
afterAll(() => farm?.stop());

describe('a simulation', () => {
  it('finds everything acknowledged in the series', async () => {
    const { code, text } = await farm.run('--devices', '6', '--rate', '10', '--seconds', '2').ended;
    expect(text).toContain('One device of each project reports the last 14 days by the hour.');
    expect(text).toMatch(/6 of 6 connected · sent \d+ · acknowledged \d+ · rejected 0 · reconnects 0/);
    expect(text).toMatch(/^OK: everything acknowledged is in the series/m);
    expect(code).toBe(0);
  });

  it('reads the series with a token that is revoked afterwards', async () => {
    const tokens = await farm.furrow<{ name: string; status: string }[]>(
      'token',
      'list',
      '--company',
      'acme',
    );
    expect(tokens).toMatchObject([{ name: expect.stringMatching(/^simulate /), status: 'revoked' }]);
  });

  it('works a crew, each delivery of which is in the harvest once', async () => {
    const before = await farm.harvested();
    const simulation = farm.run(
      ...['--devices', '3', '--history', '0', '--pickers', '3', '--company', 'acme'],
    );
    await until('the simulation says so', () =>
      /picked .* in ([4-9]|\d{2,}) deliveries/.test(simulation.text()),
    );
    simulation.stop();
    const { code, text } = await simulation.ended;
    expect(text).toContain('3 pickers deliver to the session of Ana Rojas.');
    const [, units] =
      /^The crew picked (\d+) in \d+ deliveries, and each is in its session\.$/m.exec(text) ?? [];
    expect(code).toBe(0);
    expect(await farm.harvested()).toBe(before + Number(units));
  });

  it('uses the devices of the last one again, in every project and sector', async () => {
    const devices = await farm.furrow<{ sectorId: string | null; projectId: string }[]>(
      ...['device', 'list', '--company', 'acme'],
    );
    expect(devices).toHaveLength(6);
    expect(new Set(devices.map(({ projectId, sectorId }) => `${projectId} ${sectorId}`)).size).toBe(3);
  });

  it('survives gateways that are killed while it sends and resends, and ends cleanly on Ctrl-C', async () => {
    const simulation = farm.run('--devices', '10', '--rate', '10', '--history', '0');
    await until('the simulation says so', () => simulation.text().includes('10 of 10 connected'));
    for (const reconnects of [10, 20]) {
      await farm.killGateway();
      // Some devices may be still reconnecting when the next gateway is killed.
      await until('the simulation says so', () => reconnectsIn(simulation.text()) > reconnects - 5);
    }
    await until('the simulation says so', () => lastLineOf(simulation.text()).includes('10 of 10 connected'));
    simulation.stop();
    const { code, text } = await simulation.ended;
    expect(text).not.toMatch(/were not acknowledged/);
    expect(text).toMatch(/^OK: everything acknowledged/m);
    expect(code).toBe(0);
  });

  it('says what is wrong', async () => {
    const unknown = await farm.run('--company', 'nobody').ended;
    expect(unknown).toEqual({ code: 1, text: 'There is no company "nobody"; --company may be: acme.\n' });
    const wrong = await farm.run('--rate', '0').ended;
    expect(wrong.code).toBe(1);
    expect(wrong.text).toContain('number above 0');
    const help = await farm.run('--help').ended;
    expect(help.code).toBe(0);
    expect(help.text).toContain('--devices');
  });
});

const lastLineOf = (text: string) => text.trimEnd().split('\n').at(-1) ?? '';
const reconnectsIn = (text: string) => Number(/.*reconnects ([\d,]+)/s.exec(text)?.[1]?.replaceAll(',', ''));
