import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@furrow/testbed';
import { aFarm, HARVEST, PROJECTS, type ProvisionedFarm, SESSIONS } from '@furrow/testbed/farms';
import { type Answer, Client, System } from '@furrow/testbed/system';
import { uploadForever } from '../harness/network/endless-upload.ts';
import { expectRefusal } from '../harness/refusal.ts';

const REPORT = `${HARVEST}?startTime=2026-01-01&endTime=2026-01-01`;
/** Bursts of twice the rate are allowed. */
const RATE = 2;
const BURST = 4;

let system: System;
let farm: ProvisionedFarm;

beforeAll(async () => {
  system = await System.start({ RATE_LIMIT_PER_SECOND: String(RATE) });
  farm = await system.provision(aFarm('acme'));
});
afterAll(() => system?.stop());

async function askAtOnce(ask: () => Promise<Answer>): Promise<{ passed: number; refused: Answer[] }> {
  const answers = await Promise.all(Array.from({ length: BURST + 4 }, ask));
  const refused = answers.filter(({ status }) => status === 429);
  return { passed: answers.length - refused.length, refused };
}

describe('too many requests', () => {
  it('with one JWT are refused, and accepted again a moment later', async () => {
    const ana = farm.as('ana');
    const { passed, refused } = await askAtOnce(() => ana.get(PROJECTS));
    expect(passed).toBeGreaterThanOrEqual(BURST);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) expectRefusal(answer, 429, 'B', 'rate_limited');
    // Other users are not affected.
    expect((await farm.as('ben').get(PROJECTS)).status).toBe(200);
    await until('it passes again', async () => (await ana.get(PROJECTS)).status === 200);
  });

  it('with one API token are refused in shape A', async () => {
    const { refused } = await askAtOnce(() => farm.program().get(REPORT));
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) expectRefusal(answer, 429, 'A', 'rate_limited');
  });

  it('are refused before their body is read', async () => {
    const ada = farm.as('ada');
    const refused = await until('an upload comes too soon after the others', async () => {
      await askAtOnce(() => ada.get(PROJECTS));
      const answer = await uploadForever(ada, SESSIONS);
      return answer.status === 429 && answer;
    });
    expectRefusal(refused, 429, 'B', 'rate_limited');
  });

  it('from one address are refused for every user, but not those from other addresses', async () => {
    const other = await system.another({ TRUST_PROXY: 'true', RATE_LIMIT_PER_ADDRESS: String(RATE) });
    try {
      const from = (address: string, headers = {}) =>
        new Client(other.url, { ...headers, 'x-forwarded-for': address });
      const { passed, refused } = await askAtOnce(() => from('192.0.2.1').get(PROJECTS));
      expect(passed).toBeGreaterThanOrEqual(BURST);
      expect(refused.length).toBeGreaterThan(0);
      for (const answer of refused) {
        expectRefusal(answer, 429, 'B', 'rate_limited');
        expect(answer.text).toContain('this address');
      }
      await until('a good credential is refused as well', async () => {
        await askAtOnce(() => from('192.0.2.1').get(PROJECTS));
        return (await from('192.0.2.1', farm.as('ben').headers).get(PROJECTS)).status === 429;
      });
      expect((await from('192.0.2.2').get(PROJECTS)).status).toBe(401);
      expect((await from('192.0.2.2', farm.as('ben').headers).get(PROJECTS)).status).toBe(200);
    } finally {
      await other.end();
    }
  });

  it('per address are far more than per credential, unless an operator configures otherwise', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => system.stranger.get(PROJECTS)));
    for (const answer of answers) expectRefusal(answer, 401, 'B', 'unauthenticated');
  });
});
