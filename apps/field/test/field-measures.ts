import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from '@jest/globals';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { until } from '@furrow/testbed';
import { SESSIONS } from '@furrow/testbed/farms';
import { fetch, type Json } from '@furrow/testbed/system';
import { documentOf, type Stage } from './stage.ts';

const CRATE = { key: 'crate', name: 'Crate', unit: 'kg', units: 20, tare: 2 };
const BIN = { key: 'bin', name: 'Bin', unit: 'kg', tare: 2.5, max: 400 };
const SACK = { key: 'sack', name: 'Sack', unit: 'sack', units: 1 };

/** What a scan counts beside units, and what workers see of it. */
export function fieldMeasures(stage: () => Stage): void {
  it('counts and weighs containers as the office does, and refuses what the office would', async () => {
    const { farm, page, browser, workers } = stage();
    const [worker] = workers;
    await farm.as('ada').patch('/api/control/farm', { containers: [CRATE, BIN, SACK] });
    await page.open('/count');
    await until('the phone knows the containers', async () => {
      const stored = await documentOf<{ content: Json[] }>(stage(), 'ana', 'office/containers');
      return stored?.content.length === 3;
    });
    // Those of the session's unit.
    await page.set('[data-testid="container"]', 'crate');
    const offered = await browser.value(`document.querySelector('[data-testid="container"]').textContent`);
    expect(offered).toContain('Bin');
    expect(offered).not.toContain('Sack');
    const before = await page.number('session-total');
    await page.scan(worker.worker_id);
    await page.waitForNumber('session-total', before + 20);

    await page.set('[data-testid="container"]', 'bin');
    await page.scan(worker.worker_id);
    await page.waitForText('Type the weight first');
    await page.set('[data-testid="gross"]', '500');
    await page.scan(worker.worker_id);
    await page.waitForText('One of these holds 0 to 400 kg');
    expect(await page.number('session-total')).toBe(before + 20);
    await page.set('[data-testid="gross"]', '102,5');
    // A scanner types wherever the focus is, and what it types stays nowhere.
    await browser.value(`document.querySelector('[data-testid="gross"]').focus()`);
    await browser.typeKeys(worker.worker_id);
    await page.waitForNumber('session-total', before + 120);
    expect(await browser.value('document.querySelector(\'[data-testid="gross"]\').value')).toBe('');

    // Several share a crate: whoever is scanned, then the label of the container.
    await page.press('Several share');
    const sharers = [workers[0], workers[1], workers[1], workers[2]];
    for (const { worker_id: code, full_name: name } of sharers) {
      await page.scan(code);
      await until(`${name} shares`, () =>
        browser.value<boolean>(
          `document.querySelector('[data-testid="sharers"]').innerText.includes(${JSON.stringify(name)})`,
        ),
      );
    }
    expect(await page.number('session-total')).toBe(before + 120);
    await page.scan('Crate');
    await page.waitForNumber('session-total', before + 140);
    await page.scan('Crate');
    await page.waitForText('Scan at least two who share it');
    expect(await page.number('session-total')).toBe(before + 140);
    await page.press('Several share');
    await page.set('[data-testid="container"]', '');

    await page.waitForNumber('on-phone', 0);
    const [session] = (await farm.as('ana').get(SESSIONS)).data as Json[];
    const { data } = await farm.as('ana').get(`${SESSIONS}/${session.sessionId}/records?pageSize=100`);
    const inContainers = (data as Json[]).filter(({ container }) => container !== null);
    expect(inContainers).toHaveLength(3);
    expect(inContainers).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ container: 'crate', count: 1, gross: null, units: 20, shares: null }),
        expect.objectContaining({ container: 'crate', units: 20, workerId: null, shares: expect.any(Array) }),
        expect.objectContaining({ container: 'bin', count: 1, gross: 102.5, tare: 2.5, units: 100 }),
      ]),
    );
    await page.go('/day-end');
    await page.waitForText('Phone and office agree');
  });

  it('after a double scan shows the code of a page with the own days of the worker', async () => {
    const { page, browser, workers } = stage();
    const [, worker] = workers;
    await page.go('/count');
    for (let i = 0; i < 2; i++) {
      const total = await page.number('session-total');
      await page.scan(worker.worker_id);
      await page.waitForNumber('session-total', total + 1);
    }
    await page.press('Show the own days');
    await browser.text('.my-day figcaption');
    const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
    prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm).buffer } });
    const url = await until('the code can be read', async () => {
      const [code] = await readBarcodes(new Blob([new Uint8Array(await browser.picture())]));
      return code?.text;
    });
    const shown = await fetch(url);
    expect(shown.status).toBe(200);
    expect(await shown.text()).toContain(worker.full_name);
  });

  it('tells the office how each phone is', async () => {
    const { farm } = stage();
    const phones = await until('the office has heard of the phone', async () => {
      const { data } = await farm.as('ada').get('/api/control/phones');
      return (data as Json[]).length > 0 && (data as Json[]);
    });
    expect(phones).toEqual([
      expect.objectContaining({ userName: 'ana of acme', unsent: expect.any(Number), version: '0.1.0' }),
    ]);
    expect([true, false]).toContain(phones[0].persisted);
    expect((await farm.as('ana').get('/api/control/phones')).status).toBe(403);
  });
}
