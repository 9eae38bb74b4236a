import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RunningFarm } from './running-farm.ts';

let farm: RunningFarm;
beforeAll(async () => {
  farm = await RunningFarm.start();
});
afterAll(() => farm?.stop());

describe('the fuzzer', () => {
  it('crashes neither the gateway nor other connections', async () => {
    const { code, text } = await farm.run('fuzz-main', '--packets', '5000', '--seed', '7').ended;
    expect(text).toMatch(/^5,000 packets · [\d,]+ connections/m);
    expect(text).toMatch(/^OK: no crash/m);
    expect(code).toBe(0);
  });
});
