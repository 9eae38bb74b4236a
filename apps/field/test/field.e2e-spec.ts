import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import { describeIf, until } from '@furrow/testbed';
import { Browser, FieldPage, isChromiumHere } from '@furrow/testbed/browser';
import { aFarm, aProject, type ProvisionedFarm, SESSIONS } from '@furrow/testbed/farms';
import { Client, type Json, System } from '@furrow/testbed/system';
import { fieldLooks } from './field-looks.ts';
import { fieldMeasures } from './field-measures.ts';
import { fieldScouting } from './field-scouting.ts';
import { fieldUpdate } from './field-update.ts';

describeIf(isChromiumHere(), 'chromium', 'the field app', () => {
  let system: System;
  let farm: ProvisionedFarm;
  let browser: Browser;
  let page: FieldPage;
  let workers: Json[];

  beforeAll(async () => {
    system = await System.shared();
    farm = await system.provision(
      aFarm('acme', { projects: [aProject('north', 'n', 60, { defaults: { repeatSeconds: 60 } })] }),
    );
    workers = [];
    for (let i = 0; i < 4; i++) workers.push(await farm.worker(farm.as('ana')));
    browser = await Browser.open();
    page = new FieldPage(browser, system.url);
    await page.signIn(farm.idpId('ana'));
  });
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  /** Ends the tab in the middle of whatever it does, and opens the app in another one. */
  async function killTab({ isOffline }: { isOffline: boolean }): Promise<void> {
    browser = await browser.killTab();
    page = new FieldPage(browser, system.url);
    await browser.look({ width: 360, height: 740, isDark: false });
    await browser.setOffline(isOffline);
    await page.open('/count');
  }

  const sessions = async (): Promise<Json[]> => (await farm.as('ana').get(SESSIONS)).data;
  /** Whether the phone has a part of what the office told. To open a database that is not there would make it. */
  const isOnPhone = (part: string) =>
    browser.value<boolean>(`(async () => {
      const name = 'furrow-field-${farm.ids.users[farm.idpId('ana')]}';
      if (!(await indexedDB.databases()).some((one) => one.name === name)) return false;
      return new Promise((done) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => {
          const asking = opening.result.transaction('documents').objectStore('documents').count('office/${part}');
          asking.onsuccess = () => (opening.result.close(), done(asking.result > 0));
        };
      });
    })()`);

  /** Whether the page knows a badge by now. */
  const hasBadge = (code: string) =>
    browser.value<boolean>(`new Promise((done) => {
      const opening = indexedDB.open('furrow-field-${farm.ids.users[farm.idpId('ana')]}');
      opening.onsuccess = () => {
        const asking = opening.result.transaction('documents').objectStore('documents').get('office/badges');
        asking.onsuccess = () => {
          opening.result.close();
          done(JSON.stringify(asking.result ?? '').includes('${code}'));
        };
      };
    })`);

  /** A QR code as the address of a picture. */
  async function pictureOf(code: string): Promise<string> {
    const wasm = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm');
    prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm).buffer } });
    const { image } = await writeBarcode(code, { format: 'QRCode', scale: 8 });
    if (!image) throw new Error('No code was drawn.');
    return `data:image/png;base64,${Buffer.from(await image.arrayBuffer()).toString('base64')}`;
  }

  it('has everything on the phone after signing in, and itself', async () => {
    for (const part of ['projects', 'pickers', 'forms'])
      await until(`the phone has ${part}`, () => isOnPhone(part));
    await until('the files are kept', () =>
      browser.value<boolean>('navigator.serviceWorker.ready.then(({ active }) => active !== null)'),
    );
    expect(browser.errors).toEqual([]);
  });

  it('counts a day without signal, also when the tab is killed between any two scans, every bucket once', async () => {
    await page.press('Sector n1');
    await page.waitForNumber('session-total', 0);
    // The service worker controls pages that are opened after it was installed.
    await killTab({ isOffline: true });
    let total = 0;
    const expected = new Map<string, number>();
    for (let bucket = 0; bucket < 6; bucket++)
      for (const worker of workers) {
        if (bucket % 2 === 0) await page.scan(worker.worker_id.toLowerCase());
        else await page.burst(worker.worker_id);
        total++;
        expected.set(worker.id, (expected.get(worker.id) ?? 0) + 1);
        await page.waitForNumber('session-total', total);
        if (total % 7 === 0) {
          await killTab({ isOffline: true });
          await page.waitForNumber('session-total', total);
        }
      }
    // Nobody has this code.
    await page.scan('ZZZ9999');
    await page.waitForText('Nobody has this code');
    expect(await page.number('session-total')).toBe(total);
    expect(await page.number('on-phone')).toBeGreaterThanOrEqual(total);

    await page.press('The last 20');
    await page.press('Take back', '.records');
    await page.press('Yes, take back', '.records');
    await page.waitForNumber('session-total', total - 1);

    await page.go('/day-end');
    expect(await page.text()).not.toContain('agree');
    await browser.setOffline(false);
    await page.waitForNumber('on-phone', 0);
    await page.waitForText('Phone and office agree');
    const rows = await page.rows();
    expect(rows).toHaveLength(workers.length);
    for (const { phone, office } of rows) expect(office).toBe(phone);
    expect(rows.reduce((sum, { office }) => sum + (office ?? 0), 0)).toBe(total - 1);
    expect(await page.number('in-office')).toBe(total + 2);

    const [session] = await sessions();
    expect(session.totals).toMatchObject({ validUnits: total - 1, recordCount: total, voidedCount: 1 });
    expect(rows.filter(({ workerId, phone }) => expected.get(workerId) === phone)).toHaveLength(
      workers.length - 1,
    );
  });

  it('reads a badge with the camera, by the reader of its own host, once while it stays in the picture', async () => {
    const badge = 'K7Q2-XM4P';
    const put = await farm.as('ana').put(`/api/control/badges/${badge}`, { workerId: workers[3].id });
    expect(put.status).toBe(201);
    await browser.prepend(`
      const picture = new Image();
      picture.src = ${JSON.stringify(await pictureOf(badge))};
      navigator.mediaDevices.getUserMedia = async () => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 });
        const pen = canvas.getContext('2d');
        setInterval(() => {
          pen.fillStyle = '#998866';
          pen.fillRect(0, 0, 1280, 720);
          if (!window.isBadgeAway) pen.drawImage(picture, 450, 180, 360, 360);
        }, 50);
        return canvas.captureStream(20);
      };`);
    await page.open('/count');
    const before = await page.number('session-total');
    await until('the phone knows the badge', () => hasBadge(badge));
    const { requests } = browser;
    await page.press('Camera');
    await page.waitForNumber('session-total', before + 1);
    expect(await browser.text('[data-testid="last-scan"]')).toContain(workers[3].full_name);
    await browser.value('window.isBadgeAway = true');
    await until('it is gone', () =>
      browser.value<boolean>('new Promise((done) => setTimeout(done, 2000, true))'),
    );
    expect(await page.number('session-total')).toBe(before + 1);
    await browser.value('window.isBadgeAway = false');
    await page.waitForNumber('session-total', before + 2);
    expect(
      requests.filter(
        (request) =>
          !request.startsWith(system.url) && !request.startsWith('data:') && !request.startsWith('blob:'),
      ),
    ).toEqual([]);
  });

  it('records the shifts of a crew with a rest, all at once', async () => {
    await page.go('/crew');
    for (const { full_name: name } of workers.slice(0, 2)) {
      await page.press('Add somebody');
      await page.press(name, '.choose-picker');
    }
    await page.waitForText('For all: 2');
    await page.set('.thumb select', Object.values(farm.ids.sectors)[1]!);
    await page.press('Begin', '.crew');
    await page.waitForText('Sector n2 since');
    await page.press('Rest', '.crew');
    await page.waitForText('rests since');
    await page.press('End', '.crew');
    await page.press('Yes, end', '.crew');
    await page.waitForText('not at work');
    // The phone may be empty between the two shifts.
    const shifts = await until('the end of both shifts is in the office', async () => {
      const { data } = await farm.as('ana').get('/api/control/shifts');
      return data.length === 2 && data.every(({ endedAt }: Json) => endedAt !== null) && (data as Json[]);
    });
    await page.waitForNumber('on-phone', 0);
    expect(shifts.map(({ endedAt }: Json) => endedAt)).toEqual([expect.any(String), expect.any(String)]);
    for (const { breaks } of shifts) expect(breaks).toMatchObject([{ kind: 'rest' }]);
    expect(shifts.map(({ workerId }: Json) => workerId).sort()).toEqual(
      workers
        .slice(0, 2)
        .map(({ id }) => id)
        .sort(),
    );
  });

  it('names whose rest is due, also without signal, and says when nobody knows', async () => {
    const { data } = await farm.as('ada').patch('/api/control/farm', {
      devices: [{ deviceId: `${farm.ids.companyId}-ws`, project: 'north', devEui: '70B3D57ED0F1E1D0' }],
      apiTokens: [{ name: 'network', scopes: ['write:telemetry'] }],
      restRules: [
        { key: 'heat', project: 'north', metric: 'te', above: 30, restMinutes: 10, everyMinutes: 60 },
      ],
    });
    const network = new Client(system.url, { authorization: `Bearer ${data.secrets.tokens['network']}` });
    const received_at = new Date(Date.now() - 2 * 60_000).toISOString();
    const measured = await network.post('/api/iot/uplinks/ttn', {
      end_device_ids: { dev_eui: '70B3D57ED0F1E1D0' },
      uplink_message: { received_at, normalized_payload: [{ air: { temperature: 34.5 } }] },
    });
    expect(measured.status).toBe(204);
    /** Moves instants that the phone has stored, because nobody waits for hours here. */
    const earlier = (document: string, change: string, minutes: number) =>
      browser.value(`new Promise((done) => {
        const opening = indexedDB.open('furrow-field-${farm.ids.users[farm.idpId('ana')]}');
        opening.onsuccess = () => {
          const store = opening.result.transaction('documents', 'readwrite').objectStore('documents');
          const asking = store.get('${document}');
          asking.onsuccess = () => {
            const ago = (at) => new Date(Date.parse(at) - ${minutes} * 60_000).toISOString();
            const { content } = asking.result;
            ${change};
            const writing = store.put(asking.result);
            writing.onsuccess = () => (opening.result.close(), done());
          };
        };
      })`);
    await page.press('Begin', '.crew');
    await page.waitForText('Sector n2 since');
    await earlier(
      'crew',
      'content.shifts.filter((one) => !one.endedAt).forEach((one) => (one.startedAt = ago(one.startedAt)))',
      90,
    );
    await page.open('/crew');
    await page.waitForText('Rest is due');
    const due = await browser.text('[data-testid="rests-due"]');
    for (const { full_name: name } of workers.slice(0, 2)) expect(due).toContain(`${name}, since`);
    expect(due).toMatch(/34\.5 °C, measured \d minutes ago/);
    await browser.setOffline(true);
    await page.open('/crew');
    await page.waitForText('Rest is due');
    await earlier('office/heat', 'content.forEach(({ te }) => (te.at = ago(te.at)))', 40);
    await page.open('/crew');
    await page.waitForText('Nobody knows whether a rest is due.');
    expect(await browser.text('[data-testid="rests-due"]')).toMatch(/measured 4\d minutes ago/);
    await browser.setOffline(false);
    await page.press('End', '.crew');
    await page.press('Yes, end', '.crew');
    await page.waitForText('not at work');
    await page.waitForNumber('on-phone', 0);
  });

  it('loads at most 120 kB of compressed scripts before the first scan', async () => {
    await page.open('/count');
    await browser.text('[data-testid="scan-input"]');
    const scripts = await browser.value<string[]>(
      `performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.endsWith('.js'))`,
    );
    const sizes = await Promise.all(
      scripts.map(
        async (script) =>
          gzipSync(await browser.value<string>(`fetch('${script}').then((file) => file.text())`)).length,
      ),
    );
    expect(sizes.length).toBeGreaterThan(2);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(120_000);
  });

  it('opens with a PIN, and after five wrong ones only by signing in', async () => {
    await browser.click('.user-menu summary');
    await page.press('Choose a PIN');
    const enter = async (digits: string) => {
      for (const digit of digits) await page.press(digit, '.keys');
      await page.press('OK', '.keys');
    };
    await enter('2468');
    await page.press('Lock the phone');
    await page.press('ana of acme');
    await enter('1111');
    await page.waitForText('Tries left: 4');
    await enter('2468');
    await page.waitForNumber('on-phone', 0);
    await browser.click('.user-menu summary');
    await page.press('Lock the phone');
    await page.press('ana of acme');
    for (let left = 4; left >= 0; left--) {
      await enter('1111');
      await page.waitForText(left > 0 ? `Tries left: ${left}` : 'Too many wrong PINs');
    }
    await page.signIn(farm.idpId('ana'));
    expect(await page.number('on-phone')).toBe(0);
  });

  const stage = () => ({ system, farm, browser, page, workers, killTab });
  fieldMeasures(stage);
  fieldScouting(stage);
  fieldLooks(stage);
  fieldUpdate(stage);
});
