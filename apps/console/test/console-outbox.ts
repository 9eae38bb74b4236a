import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { until } from '@furrow/testbed';
import { type ProvisionedFarm, SESSIONS } from '@furrow/testbed/farms';
import type { ConsolePage, Json } from '@furrow/testbed/system';

interface Stage {
  readonly farm: ProvisionedFarm;
  readonly page: ConsolePage;
  readonly session: Json;
  readonly workers: Json[];
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const ROLLDOWN = join(ROOT, 'node_modules/.bin/rolldown');
const CLIENT = join(ROOT, 'libs/client/src/index.ts');
const UNITS = [1.125, 2.25, 4.5];
const NOBODY = '0199c6a4-7d3b-7c52-9f0e-2b8a4d6c1e12';

/** `@furrow/client` as a script of a page, which names it `FurrowClient`. */
export async function clientScript(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'furrow-client-'));
  try {
    const file = join(folder, 'client.js');
    const options = ['--format', 'iife', '--name', 'FurrowClient', '--platform', 'browser'];
    await promisify(execFile)(ROLLDOWN, [CLIENT, ...options, '-o', file]);
    return await readFile(file, 'utf8');
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What Today shows of the outbox on its device, to a supervisor who is signed in. */
export function outboxInABrowser(stage: () => Stage): void {
  it('shows on Today how much of the outbox is not sent, and what of it was refused', async () => {
    const { farm, page, session, workers } = stage();
    const { browser } = page;
    const totals = async () => (await farm.as('ana').get(`${SESSIONS}/${session.sessionId}`)).data.totals;
    const card = `[aria-labelledby="session-${session.sessionId}"] .big`;
    const { validUnits } = await totals();
    await page.open('/today');
    // The outbox of another program of the user in the same browser, such as a second tab.
    await browser.value(`${await clientScript()}
      var outbox = new FurrowClient.Outbox(
        FurrowClient.createFurrow({ baseUrl: location.origin }),
        new FurrowClient.IndexedDbStore('furrow-console-${farm.ids.users[farm.idpId('ana')]}'));
      true`);
    const status = () => browser.value<Json>('outbox.status()');
    const put = (records: Json[]) =>
      browser.value(`outbox.addAll(${JSON.stringify(records)}).then(() => true)`);
    const shown = async () => {
      await browser.click('.menu a[href$="/climate"]');
      await until('the screen is left', async () => (await page.count('.outbox')) === 0);
      await browser.click('.menu a[href$="/today"]');
      return browser.text('.outbox [role="status"]');
    };
    await browser.setOffline(true);
    const records = UNITS.map((units) => farm.recordBody(session.sessionId, workers[0].id, { units }));
    await put(records.slice(0, 1));
    expect(await shown()).toBe('1 item waits on this device to be sent.');
    await put([...records.slice(1), farm.recordBody(session.sessionId, NOBODY, { units: 64 })]);
    const { waiting } = await status();
    expect(waiting).toBe(UNITS.length + 1);
    expect(await shown()).toBe(`${waiting} items wait on this device to be sent.`);
    // What waits is not counted as picked.
    expect(await page.figures(card)).toEqual([validUnits]);

    await browser.setOffline(false);
    await until('all is sent', async () => (await page.count('.outbox [role="status"]')) === 0);
    const [refused] = await browser.value<Json[]>('outbox.refused()');
    expect(await status()).toMatchObject({ waiting: 0, refused: 1 });
    expect(await browser.text('.outbox li')).toContain(refused.problem.message);
    const sum = UNITS.reduce((total, units) => total + units, Number(validUnits));
    expect((await totals()).validUnits).toBe(sum);
    await until('Today shows it', async () => (await page.figures(card))[0] === sum);

    await browser.click('.outbox li button:last-of-type');
    await until('it is discarded', async () => (await page.count('.outbox')) === 0);
    expect(await status()).toMatchObject({ waiting: 0, refused: 0 });
  });
}
