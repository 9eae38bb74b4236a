import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Telemetry } from '@furrow/telemetry/testing/stations';
import { describeIf, describeWith, until } from '@furrow/testbed';
import { Browser, isChromiumHere } from '@furrow/testbed/browser';
import { aScoutedFarm, type ProvisionedFarm } from '@furrow/testbed/farms';
import { Client, ConsolePage, fetch, type Json, System } from '@furrow/testbed/system';

const [PHONE, DESK, WALL] = [360, 1_280, 3_840];
const HOUR = 3_600_000;
const [PROBE, STRANGE] = ['70B3D57ED0000001', '70B3D57ED0000002'];
const GATEWAY = 'https://iot.farm.example';
const TILES = 'https://tiles.example/{z}/{x}/{y}.png';
const DEPTHS = [20, 60];
/** After the choice of days. */
const QUANTITY = '.chosen .filters ~ .filters select';

let system: System;
let farm: ProvisionedFarm;
let telemetry: Telemetry;
let browser: Browser;
let page: ConsolePage;
let worker: Json;

/** A probe that has measured for two days, uplinks of a strange device, and a worker who is due for a rest. */
describeIf(isChromiumHere(), 'chromium', 'what sensors tell, in a browser', () => {
  beforeAll(async () => {
    system = await System.start({ PUBLIC_IOT_URL: GATEWAY, CONSOLE_TILES_URL: TILES });
    const rule = { project: 'north', metric: 'te', above: 35, restMinutes: 10, everyMinutes: 120 };
    farm = await system.provision(
      aScoutedFarm('sensors', {
        devices: [{ deviceId: 'probe-1', project: 'north', sector: 'n1', devEui: PROBE }],
        apiTokens: [{ name: 'network', scopes: ['write:telemetry'] }],
        restRules: [{ key: 'hot', ...rule, source: 'Title 8, § 3395(e)(6)' }],
      }),
    );
    telemetry = Telemetry.over(system);
    const now = Date.now();
    const probe = telemetry.station(farm, 'probe-1', 'north/n1');
    await probe.send(
      'soil',
      Array.from({ length: 48 }, (_, hour) =>
        DEPTHS.map((depth) => ({
          ...{ ts: now - hour * HOUR, depth, moisture: 20 + depth / 10 + hour / 24, temperature: 15 },
        })),
      ).flat(),
    );
    await probe.send('weather', [{ ts: now - 60_000, te: 37 }]);
    const ana = farm.as('ana');
    worker = await farm.worker(ana);
    const shift = { workerId: worker.id, projectId: farm.ids.projects['north'], kind: 'piece' };
    const startedAt = new Date(now - 3 * HOUR).toISOString();
    await ana.post('/api/control/shifts', { ...shift, startedAt, clientEventId: 'hot-1' });
    await strangeUplink();
    browser = await Browser.open();
    page = new ConsolePage(browser, system.url);
    await page.signIn(farm.idpId('ada'));
  });
  afterAll(async () => {
    await browser?.close();
    await telemetry?.close();
    await system?.stop();
  });

  it('shows the soil by depth over time, one quantity at a time', async () => {
    await browser.look({ width: DESK, isDark: false });
    await openSoil();
    const lines = await until('the profile is drawn', async () => {
      const text = await browser.text('.chosen');
      return text.includes('20 cm') && text.includes('60 cm') && text;
    });
    expect(lines).toContain('Soil moisture (%)');
    await page.set(QUANTITY, 'temperature');
    await until('the other quantity is drawn', async () =>
      (await browser.text('.chosen')).includes('Soil temperature (°C)'),
    );
    expect(await browser.value('location.search')).toContain('soil=temperature');
  });

  it('lists uplinks that were not stored, with their reason', async () => {
    await page.open('/devices');
    const text = await until('they are listed', async () => {
      const found = await browser.text('main');
      return found.includes(STRANGE) && found;
    });
    expect(text).toContain('Unknown device');
    expect(text).toContain('The Things Stack');
  });

  it('registers a LoRaWAN device with its mapping', async () => {
    await page.open('/devices');
    await browser.click('main p.no-print button');
    await page.fill('dialog input[maxlength="64"]', 'probe-2');
    await page.fill('dialog input[maxlength="40"]', STRANGE);
    await page.fill('dialog textarea', 'te: air.t');
    await browser.click('dialog button[type="submit"]');
    expect(await browser.text('dialog .changes')).toContain(STRANGE);
    await browser.click('dialog .review .primary');
    await until('it is registered', async () =>
      (await browser.text('dialog')).includes('The device is registered.'),
    );
    const { devices } = (await farm.as('ada').get('/api/control/farm')).data;
    expect(devices.find(({ deviceId }: Json) => deviceId === 'probe-2')).toMatchObject({
      ...{ devEui: STRANGE, mapping: { te: 'air.t' }, status: 'active' },
    });
    // It connects to its network server, so neither a secret nor commands are offered.
    await browser.click('dialog .answers button');
    await browser.click('[aria-label="Actions for probe-2"]');
    expect((await browser.text('.menu-panel:popover-open')).trim()).toBe('Revoke');
    await browser.press('Escape');
  });

  describeWith('zbar-tools', 'the settings of a new device', () => {
    it('are on the screen as a QR code that a reader reads, with the secret that connects it', async () => {
      await browser.look({ width: DESK, isDark: true });
      await page.open('/devices');
      await browser.click('main p.no-print button');
      await page.fill('dialog input[maxlength="64"]', 'station-9');
      await browser.click('dialog button[type="submit"]');
      await browser.text('dialog .changes');
      await browser.click('dialog .review .primary');
      await browser.text('dialog .facts.settings');
      expect(await page.flaws()).toEqual([]);
      const settings = JSON.parse(qrCodeIn(await browser.picture()));
      expect(settings).toEqual({
        ...{ deviceId: 'station-9', deviceSecret: await browser.text('dialog code') },
        ...{ tokenUrl: `${GATEWAY}/api/iot/token`, mqttUrl: 'wss://iot.farm.example/mqtt' },
        topics: {
          telemetry: ['weather', 'plant', 'irrigation', 'soil'].map(
            (kind) => `v1/devices/station-9/telemetry/${kind}`,
          ),
          status: 'v1/devices/station-9/status',
          errors: 'v1/devices/station-9/errors',
          commands: 'v1/devices/station-9/commands/#',
        },
      });
      const [stored] = await system.sql<Json>(
        `SELECT encode(secret_hash, 'hex') AS hash FROM access.devices WHERE device_id = 'station-9'`,
      );
      expect(createHash('sha256').update(settings.deviceSecret).digest('hex')).toBe(stored!.hash);
      // Another look shows it without the secret.
      await browser.press('Escape');
      await page.open('/devices');
      expect(await browser.text('main')).not.toContain(settings.deviceSecret);
    });
  });

  it('draws outlines in front of the map that the operator names, and asks no other host', async () => {
    const { headers } = await fetch(`${system.url}/console/settings`);
    expect(headers.get('content-security-policy')).toMatch(/img-src [^;]* https:\/\/tiles\.example;/);
    await browser.look({ width: DESK, isDark: false });
    await page.open('/settings');
    await browser.click('.land .card > button');
    await until('the map is shown', async () => (await page.count('dialog[open] .ground image')) > 0);
    const [picture] = await browser.value<string[]>(
      `[...document.querySelectorAll('.ground image')].map((image) => image.getAttribute('href'))`,
    );
    expect(picture).toMatch(/^https:\/\/tiles\.example\/\d+\/\d+\/\d+\.png$/);
    await browser.press('Escape');
  });

  it('says on Today who is due for a rest, and since when', async () => {
    await page.open('/today');
    const text = await until('the rest is shown', async () => {
      const found = await browser.text('[data-testid="rests"]').catch(() => '');
      return found.includes(worker.full_name) && found;
    });
    expect(text).toMatch(/was due/);
    expect(text).toContain('10 minutes of rest');
  });

  it.each([
    ['en', PHONE, false],
    ['es', DESK, true],
  ] as const)('has no flaw that axe finds, in %s at %i px', async (language, width, isDark) => {
    const found: Record<string, string[]> = {};
    for (const path of ['/climate', '/devices', '/today']) {
      await browser.look({ width, isDark });
      if (path === '/climate') await openSoil(language);
      else await page.open(path, language);
      const wrong = await page.flaws();
      for (const other of [PHONE, DESK, WALL]) {
        await browser.look({ width: other, isDark });
        if (await page.isWiderThanItsScreen()) wrong.push(`it is wider than ${other} px`);
      }
      if (wrong.length > 0) found[path] = wrong;
    }
    expect(found).toEqual({});
  });
});

/** What a reader reads in a picture of the screen. */
function qrCodeIn(picture: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'furrow-device-'));
  try {
    writeFileSync(join(folder, 'screen.png'), picture);
    const options = ['--raw', '-q', '-Sdisable', '-Sqrcode.enable', join(folder, 'screen.png')];
    const { status, stdout, stderr } = spawnSync('zbarimg', options, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`zbarimg: ${stderr}`);
    return stdout.trimEnd();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The profile is one click away from the screen. */
async function openSoil(language = 'en'): Promise<void> {
  await page.open('/climate', language);
  await browser.click('.pills a[href*="show=soil"]');
  await until('the soil is shown', async () => (await page.count(QUANTITY)) > 0);
}

async function strangeUplink(): Promise<void> {
  const network = new Client(system.url, {
    authorization: `Bearer ${farm.ids.apiTokens['network']!.credential}`,
  });
  const received_at = new Date().toISOString();
  const answer = await network.post('/api/iot/uplinks/ttn', {
    end_device_ids: { dev_eui: STRANGE },
    uplink_message: { received_at, normalized_payload: [{ air: { temperature: 20 } }] },
  });
  expect(answer.status).toBe(404);
}
