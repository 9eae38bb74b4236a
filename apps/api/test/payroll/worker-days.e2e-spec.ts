import { keepSecret } from '@furrow/testbed';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPayingFarm, Crew } from '@furrow/testbed/farms';
import { fetch, hoursAgo, type Json, System } from '@furrow/testbed/system';
import { expectRefusal, wrongFields } from '../harness/refusal.ts';

const RECEIPTS = '/api/control/receipts';

let system: System;
beforeAll(async () => {
  system = await System.shared();
});
afterAll(() => system?.stop());

/** What somebody with the link sees, who has no credential. */
async function opened(url: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url, { headers: { accept: 'text/html', ...headers } });
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
}

const changed = (url: string, at: number) => {
  const char = url.at(at) === 'A' ? 'B' : 'A';
  return url.slice(0, at) + char + (at === -1 ? '' : url.slice(at + 1));
};

describe('a link to the days of a worker', () => {
  let crew: Crew;
  let other: Json;
  let issued: Json;
  beforeAll(async () => {
    crew = await Crew.start(await aPayingFarm(system, { hourlyRate: 12 }));
    other = await crew.farm.worker(crew.ana, { first_name: 'Zenobia', last_name: 'Quispe' });
    await crew.pick(7.5);
    await crew.pick(4);
    const record = crew.farm.recordBody(crew.session['sessionId'], other['id'], { units: 77 });
    expect((await crew.ana.post('/api/control/production/records', record)).status).toBe(201);
    const startedAt = hoursAgo(3);
    const rest = Date.parse(startedAt) + 3_600_000;
    const breaks = [
      {
        ...{ kind: 'rest', startedAt: new Date(rest).toISOString() },
        endedAt: new Date(rest + 600_000).toISOString(),
      },
    ];
    await crew.shift('hourly', 2, { breaks });
    const answer = await crew.ana.post(RECEIPTS, { workerId: crew.worker['id'] });
    expect(answer.status).toBe(201);
    issued = answer.data;
    keepSecret((issued['url'] as string).split('/').at(-1) ?? '');
  });

  it('shows the own units, hours, breaks and pay, in English or Spanish, and nothing of anybody else', async () => {
    expect(issued).toMatchObject({ workerId: crew.worker['id'], days: 7 });
    const weekMs = Date.parse(issued['expiresAt']) - Date.parse(issued['createdAt']);
    expect(weekMs).toBe(7 * 86_400_000);
    const { status, html } = await opened(`${issued['url']}?lang=en`);
    expect(status).toBe(200);
    expect(html).toContain(crew.worker['full_name']);
    expect(html).toMatch(/11\.5/);
    expect(html).toMatch(/By the hour: .*, 2 hours/);
    expect(html).toMatch(/Rest \d/);
    // 11.5 pieces at 1 and two hours at 12.
    expect(html).toMatch(/So far: <strong>35\.50 USD/);
    expect(html).not.toMatch(/Zenobia|77|<script/);
    const spanish = await opened(issued['url'], { 'accept-language': 'es-MX,es' });
    expect(spanish.html).toMatch(/<html lang="es">/);
    expect(spanish.html).toMatch(/Hasta ahora: <strong>35,50 USD/);
  });

  it('is to be found and referred to by nobody', async () => {
    const { headers } = await opened(issued['url']);
    expect(Object.fromEntries(headers)).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-robots-tag': expect.stringContaining('noindex'),
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(headers.get('content-security-policy')).not.toContain('script');
  });

  it('works as it was given out alone', async () => {
    const token = (issued['url'] as string).lastIndexOf('/') + 1;
    for (const url of [
      ...[token, token + 30, token + 45, -1].map((at) => changed(issued['url'], at)),
      `${system.url}/my/x`,
      `${issued['url']}A`,
    ]) {
      const { status, html } = await opened(url);
      expect([url, status]).toEqual([url, 404]);
      expect(html).toContain('does not work any more');
    }
  });

  it('is answered at the rate at which people read', async () => {
    const answer = await crew.ana.post(RECEIPTS, { workerId: crew.worker['id'], days: 1 });
    const many = await Promise.all(Array.from({ length: 30 }, () => opened(answer.data['url'])));
    const statuses = many.map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses).toContain(429);
  });

  it('is listed without its address, and ends when it is revoked', async () => {
    const { data } = await crew.ada.post(RECEIPTS, { workerId: crew.worker['id'] });
    const list = () => crew.ada.get(`${RECEIPTS}?workerId=${crew.worker['id']}`);
    const { url: _, ...listed } = data;
    expect((await list()).data).toContainEqual(listed);
    expect((await crew.ada.delete(`${RECEIPTS}/${data['receiptId']}`)).status).toBe(204);
    expect((await opened(data['url'])).status).toBe(404);
    expect((await list()).data).not.toContainEqual(listed);
    expect((await crew.ada.delete(`${RECEIPTS}/${data['receiptId']}`)).status).toBe(204);
    const acts = await system.sql<{ act: string }>(
      `SELECT act FROM audit.entries WHERE $1 = ANY(subjects) ORDER BY at`,
      [data['receiptId']],
    );
    expect(acts.map(({ act }) => act)).toEqual(['receipt.issued', 'receipt.revoked']);
  });

  it('ends after seven days', async () => {
    const { data } = await crew.ada.post(RECEIPTS, { workerId: crew.worker['id'] });
    await system.sql(`UPDATE payroll.receipts SET expires_at = now() WHERE receipt_id = $1`, [
      data['receiptId'],
    ]);
    expect((await opened(data['url'])).status).toBe(404);
  });

  it('is given for a badge that the worker has', async () => {
    const code = `B-${crew.farm.event()}`;
    const given = await crew.ada.put(`/api/control/badges/${code}`, { workerId: other['id'] });
    expect(given.status).toBe(201);
    const { data } = await crew.ana.post(RECEIPTS, { badge: code, days: 1 });
    expect(data).toMatchObject({ workerId: other['id'], days: 1 });
    expectRefusal(await crew.ana.post(RECEIPTS, { badge: 'nobody' }), 422, 'B', 'badge_unknown', {
      field: 'badge',
    });
  });

  it('says what of the request is wrong', async () => {
    for (const body of [{}, { workerId: crew.worker['id'], badge: 'x' }, { workerId: null }])
      expect(wrongFields(await crew.ana.post(RECEIPTS, body))).toEqual(['workerId']);
    for (const days of [0, 15, 1.5, '2'])
      expect(wrongFields(await crew.ana.post(RECEIPTS, { workerId: crew.worker['id'], days }))).toEqual([
        'days',
      ]);
    const stranger = await aPayingFarm(system, null);
    const foreign = await stranger.as('ada').post(RECEIPTS, { workerId: crew.worker['id'] });
    expectRefusal(foreign, 404, 'B', 'worker_not_found');
    for (const workerId of [crew.worker['id'], 'nobody'])
      expectRefusal(
        await stranger.as('ada').get(`${RECEIPTS}?workerId=${workerId}`),
        404,
        'B',
        'worker_not_found',
      );
    const revoked = await stranger.as('ada').delete(`${RECEIPTS}/${issued['receiptId']}`);
    expectRefusal(revoked, 404, 'B', 'receipt_not_found');
  });

  it('shows no amounts without a policy', async () => {
    const unpaid = await Crew.start(await aPayingFarm(system, null));
    await unpaid.pick(3);
    const { data } = await unpaid.ana.post(RECEIPTS, { workerId: unpaid.worker['id'], days: 1 });
    const { html } = await opened(`${data['url']}?lang=en`);
    expect(html).toContain('<strong>3 ');
    expect(html).not.toContain('So far');
  });
});
