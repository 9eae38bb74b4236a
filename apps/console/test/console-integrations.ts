import { expect, it } from '@jest/globals';
import type { Receiver } from '@furrow/notifications/testing';
import { until } from '@furrow/testbed';
import type { ProvisionedFarm } from '@furrow/testbed/farms';
import type { ConsolePage, Json, System } from '@furrow/testbed/system';
import { Webhook as WebhookVerifier } from 'standardwebhooks';

const HOOKS = '/api/control/webhooks';
const ALERTS = '/api/control/alerts';
const EVER = 'updatedSince=2000-01-01T00:00:00Z';

interface Stage {
  readonly farm: ProvisionedFarm;
  readonly page: ConsolePage;
  readonly receiver: Receiver;
  readonly system: System;
}

/** An admin's work on the screen Integrations, after signing in. Leaves a webhook and an alert. */
export function integrationsInABrowser(stage: () => Stage): void {
  let hook: Json;
  let secret: string;
  const ada = () => stage().farm.as('ada');
  const register = async (): Promise<string> => (await stage().farm.worker(ada())).id;
  const deliveries = async (): Promise<Json[]> =>
    (await ada().get(`${HOOKS}/${hook.webhookId}/deliveries`)).data;
  /** Waits until no delivery is in flight. */
  const settled = (count: number) =>
    until('all is delivered', async () => {
      const all = await deliveries();
      return all.length === count && all.every(({ status }) => status === 'delivered') && all;
    });
  const verified = (by: string, { body, headers }: Receiver['received'][number]) =>
    new WebhookVerifier(by).verify(body, headers as Record<string, string>) as Json;
  const shownSecret = async () => (await stage().page.browser.text('.made code')).trim();

  it('creates a webhook whose receiver gets what is committed, signed with the secret that the page showed', async () => {
    const { page, receiver } = stage();
    await page.open('/integrations');
    const form = '[aria-labelledby="webhooks"] details';
    await page.browser.click(`${form} > summary`);
    await page.fill(`${form} input[type="url"]`, receiver.url);
    await page.fill(`${form} label:nth-of-type(2) input`, 'To the accounts');
    await page.browser.click(`${form} input[name="worker.created"]`);
    await page.browser.click(`${form} button[type="submit"]`);
    secret = await shownSecret();
    [hook] = (await ada().get(HOOKS)).data;
    expect(hook).toMatchObject({
      ...{ url: receiver.url, description: 'To the accounts', events: ['worker.created'], status: 'active' },
    });

    const workerId = await register();
    const [first] = await receiver.has(1);
    expect(verified(secret, first!)).toMatchObject({ type: 'worker.created', data: { workerId } });
  });

  it('shows every attempt of a delivery as the API tells it, and sends one again under its id', async () => {
    const { page, receiver } = stage();
    await page.browser.click('.made a');
    const [delivery] = await settled(1);
    const rows = '[aria-label="Deliveries"] tbody';
    await until('the page shows the attempt', async () => (await page.figures(rows)).length === 2);
    expect(await page.figures(rows)).toEqual([delivery.attempts[0].status, delivery.attempts[0].duration]);

    await page.browser.click(`${rows} button`);
    await receiver.has(2);
    expect(receiver.ids).toEqual([delivery.deliveryId, delivery.deliveryId]);
    await until('the page shows both attempts', async () => (await page.figures(rows)).length === 4);
  });

  it('replays what was committed since an instant, and tells how much', async () => {
    const { page, receiver } = stage();
    const [before] = receiver.ids;
    const replay = 'details:has(input[type="datetime-local"])';
    await page.browser.click(`${replay} > summary`);
    await page.browser.click(`${replay} button[type="submit"]`);
    const said = await page.browser.text(`${replay} [data-replay="completed"]`);
    const replayed = Number.parseInt(said, 10);
    expect((await ada().get(`${HOOKS}/${hook.webhookId}/replay`)).data).toMatchObject({ replayed });
    // The workers of the morning were registered before there was a webhook.
    expect(replayed).toBeGreaterThan(1);
    await receiver.has(2 + replayed);
    expect(receiver.ids.slice(2)).toContain(before);
    await settled(replayed);
  });

  it('gives a new secret, and both sign', async () => {
    const { page, receiver } = stage();
    const rotate = `.actions > :nth-child(3)`;
    await page.browser.click(rotate);
    expect(await page.browser.text(`${rotate} p`)).toContain('24 hours');
    await page.browser.click(`${rotate} button`);
    const next = await shownSecret();
    expect(next).not.toBe(secret);
    const count = receiver.received.length;
    await register();
    const sent = (await receiver.has(count + 1))[count]!;
    expect([secret, next].map((each) => verified(each, sent).type)).toEqual([
      ...['worker.created', 'worker.created'],
    ]);
  });

  it('pauses it, and resumes it', async () => {
    const { page } = stage();
    const status = async () => (await ada().get(`${HOOKS}/${hook.webhookId}`)).data.status;
    const pause = '.actions > :nth-child(2)';
    await page.browser.click(pause);
    await until('the page says so', async () =>
      (await page.browser.text('main')).includes('no events are sent'),
    );
    expect(await status()).toBe('paused');
    expect(await page.browser.value(`document.querySelector('.actions > button').disabled`)).toBe(true);
    await page.browser.click(pause);
    await until('it is active', async () => (await status()) === 'active');
  });

  it('makes, changes and deletes an alert', async () => {
    const { page } = stage();
    const all = async (): Promise<Json[]> => (await ada().get(ALERTS)).data;
    const card = '[aria-labelledby="alerts"] [aria-label="Alert rules"] tbody tr';
    await page.open('/integrations');
    await page.browser.click('[aria-labelledby="alerts"] > details > summary');
    for (const name of ['Station is silent', 'Frost']) {
      const count = await page.count(card);
      await page.fill('[aria-labelledby="alerts"] > details input', name);
      await page.browser.enter('');
      await until(`${name} stands there`, async () => (await page.count(card)) === count + 1);
    }
    expect((await all()).map(({ key, kind, for: lasts }) => [key, kind, lasts])).toEqual([
      ...[
        ['frost', 'silent', '1h'],
        ['station-is-silent', 'silent', '1h'],
      ],
    ]);

    const frost = `${card}:first-child`;
    await page.act(frost, 'Change');
    await page.set('dialog form select', 'threshold');
    await page.fill('dialog label:has(+ label) input[step="any"]', '-1.5');
    await page.browser.click('dialog form button[type="submit"]');
    const [changed] = await until('it is changed', async () => {
      const alerts = (await all()).filter(({ kind }) => kind === 'threshold');
      return alerts.length === 1 && alerts;
    });
    expect(changed).toMatchObject({ metric: 'te', below: -1.5, above: null, clearBy: 1, for: '1h' });
    await until('the rule is told in words', async () =>
      (await page.browser.text('[aria-labelledby="alerts"]')).includes('below -1.5 °C for 1 hour'),
    );

    await page.act(frost, 'Delete');
    await page.browser.click('dialog button.bad');
    await until('it is gone', async () => (await all()).length === 1);
  });

  it('lists what alert rules found', async () => {
    const { page } = stage();
    const warm = { name: 'Warm', kind: 'threshold', project: 'vega', metric: 'te', above: 20, for: '0s' };
    expect((await ada().request('PUT', `${ALERTS}/warm`, warm)).status).toBe(200);
    const rows = '[aria-label="Recent changes of alerts"] tbody tr';
    const shown = () =>
      page.browser.value<string[]>(
        `[...document.querySelectorAll('${rows} time')].map((one) => one.dateTime)`,
      );
    await until('the page lists all that was found', async () => {
      const { data } = (await ada().get('/api/console/alert-changes')).body;
      const isCleared = data.some(({ event }: Json) => event === 'alert.cleared');
      return isCleared && (await shown()).join() === data.map(({ at }: Json) => at).join();
    });
    expect((await ada().request('DELETE', `${ALERTS}/warm`)).status).toBe(204);
  });

  it('shows which devices of a rule flap or are set aside, and all of them a page at a time', async () => {
    const { page, system, farm } = stage();
    const { companyId, projects } = farm.ids;
    const names = Array.from({ length: 30 }, (_, n) => `many-${String(n).padStart(2, '0')}`);
    await system.sql(
      `INSERT INTO access.devices (company_id, device_id, project_id, secret_hash, status)
       SELECT $1, name, $2, sha256('secret'), 'active' FROM unnest($3::text[]) AS name`,
      [companyId, projects['vega'], names],
    );
    const quiet = { name: 'Quiet', kind: 'silent', project: 'vega', for: '30d' };
    expect((await ada().request('PUT', `${ALERTS}/quiet`, quiet)).status).toBe(200);
    // The first evaluation of any rule forgets attempts, and would remove what follows.
    await until('all are evaluated', async () => {
      const [row] = await system.superuser<{ watched: number; due: number }>(
        `SELECT count(*) FILTER (WHERE key = 'quiet')::int AS watched, count(*) FILTER (WHERE due_at <= now())::int AS due
         FROM notifications.alert_progress WHERE company_id = '${companyId}' AND device_id LIKE 'many-%'`,
      );
      return row?.watched === names.length && row.due === 0;
    });
    const disturb = async () => {
      await system.sql(
        `UPDATE notifications.alert_progress SET state = 'firing', left_out = 4
         WHERE company_id = $1 AND key = 'quiet' AND device_id = 'many-29'`,
        [companyId],
      );
      await system.sql(
        `INSERT INTO notifications.alert_attempts VALUES ($1, 'many-00', 3, now(), now() + interval '1 hour')
         ON CONFLICT DO NOTHING`,
        [companyId],
      );
    };
    await disturb();
    await page.open('/integrations');
    const card = '[aria-label="Alert rules"] tr:has(.notice)';
    const devices = `[...document.querySelectorAll('${card} .standings strong')].map((one) => one.textContent)`;
    // The news of the devices may come to the evaluation later, which then undoes it.
    await until('the card shows it', async () => {
      await disturb();
      return (await page.count(card)) === 1;
    });
    const text = await page.browser.text(card);
    expect(text).toContain('1 device is not watched for now');
    expect(text).toMatch(/many-29\s+Raised now[^]*It changes too often/);
    expect(text).toContain('Not watched until');
    expect((await page.browser.value<string[]>(devices)).length).toBe(25);
    await page.browser.click(`${card} details > button`);
    await page.browser.click(`${card} .pager button:last-child`);
    await until('the rest is shown', async () => {
      const shown = await page.browser.value<string[]>(devices);
      return shown.length < 25 && shown.includes('many-28');
    });
    expect(await page.flaws()).toEqual([]);
    expect((await ada().request('DELETE', `${ALERTS}/quiet`)).status).toBe(204);
    await system.sql(`UPDATE access.devices SET status = 'revoked' WHERE device_id = ANY ($1)`, [names]);
    await system.sql(`DELETE FROM notifications.alert_attempts WHERE device_id = 'many-00'`);
  });

  it('shows which feeds programs read, and since when they are behind, as the API reports it', async () => {
    const { farm, page } = stage();
    const section = 'section:has(> #feeds)';
    const told = async (): Promise<Json[]> => (await ada().get('/api/console/feeds')).data;
    await page.open('/integrations');
    expect(await page.browser.text(`${section} .state.empty`)).toContain('No program follows a change feed');
    expect(await page.flaws()).toEqual([]);

    const asked = async (name: string, path: string): Promise<Json> =>
      (await farm.program(name).get(`/api/control/${path}`)).body.meta;
    expect(await asked('production', `harvest?${EVER}`)).toMatchObject({ hasMore: false });
    // The feed waits for other transactions on this server.
    await until('more than a record is waiting', async () => {
      const { hasMore } = await asked('phytosanitary', `phytosanitary/company-records?${EVER}&limit=1`);
      return hasMore === true;
    });
    const reads: Json[] = await until('both reads are written down', async () => {
      const all = await told();
      const [records, harvest] = all;
      return harvest?.behindSince === null && records?.behindSince && all;
    });
    await page.open('/integrations');
    const shown = () =>
      page.browser.value<string[][]>(
        `[...document.querySelectorAll('${section} tbody tr')].map((row) => [
          row.cells[0].innerText, ...[...row.querySelectorAll('time')].map((one) => one.dateTime)])`,
      );
    // At first the page may show what it knew before.
    const expected = reads.map(({ name, readAt, behindSince }) => [
      ...[name, readAt],
      ...(behindSince ? [behindSince] : []),
    ]);
    await until(
      'the page shows them',
      async () => JSON.stringify(await shown()) === JSON.stringify(expected),
    );
    const said = await page.browser.text(section);
    expect([said, said]).toEqual([
      expect.stringContaining('Caught up'),
      expect.stringContaining('Behind since'),
    ]);
    expect(said).not.toContain('more than a day');
    await stage().system.sql(`UPDATE access.feed_reads SET read_at = read_at - interval '25 hours'`);
    await page.open('/integrations', 'es');
    await until('it says who has not read for long', async () =>
      (await page.browser.text(section)).includes('nada desde hace más de un día'),
    );
    expect(await page.flaws()).toEqual([]);
  });
}
