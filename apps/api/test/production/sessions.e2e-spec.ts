import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aFarm, aProject, type ProvisionedFarm, SESSIONS, ZONE } from '@furrow/testbed/farms';
import { type Client, dateIn, firstInstantOf, hoursAgo, System } from '@furrow/testbed/system';
import { expectCommonHeaders, expectRefusal } from '../harness/refusal.ts';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const NO_TOTALS = {
  ...{ validUnits: 0, netUnits: 0, recordCount: 0, voidedCount: 0, workerCount: 0 },
  ...{ possibleRepeats: 0, amount: 0 },
};

let system: System;
let farm: ProvisionedFarm;
let ana: Client;

beforeAll(async () => {
  system = await System.shared();
  const projects = [
    aProject('north', 'n', 60),
    aProject('bare', 'b', 5, {
      defaults: { samplingUnit: null, pricePerUnit: null, maxDurationHours: undefined },
    }),
    aProject('santiago', 's', 5, { timezone: 'America/Santiago' }),
    aProject('havana', 'h', 5, { timezone: 'America/Havana' }),
  ];
  farm = await system.provision(aFarm('acme', { projects }));
  ana = farm.as('ana');
});
afterAll(() => system?.stop());

describe('creating a session', () => {
  it('uses the project’s settings for omitted members, and answers 201', async () => {
    const place = farm.place();
    const openedAt = hoursAgo(3);
    const answer = await ana.post(SESSIONS, { idpId: farm.idpId('ana'), ...place, openedAt });
    expect(answer.status).toBe(201);
    expectCommonHeaders(answer);
    const day = firstInstantOf(dateIn(ZONE), ZONE);
    expect(answer.body).toEqual({
      status: 'success',
      data: {
        sessionId: expect.stringMatching(UUID_V7),
        companyId: farm.ids.companyId,
        ...place,
        idpId: farm.idpId('ana'),
        timezone: ZONE,
        day,
        status: 'open',
        openedAt,
        endsAt: new Date(
          Math.min(Date.parse(openedAt) + 12 * 3_600_000, Date.parse(day) + 24 * 3_600_000),
        ).toISOString(),
        createdAt: expect.stringMatching(INSTANT),
        ...{ closedAt: null, closedBy: null, closedReason: null },
        ...{ maxDurationHours: 12, samplingUnit: 'kg', pricePerUnit: 120, pricedBy: 'prices' },
        ...{ bonus: null, totals: NO_TOTALS },
        ...{ notes: null, finalNotes: null, localId: null, repeatSeconds: null },
        ...{ harvestUnitId: null, harvestLotCode: null, license_plate: null, driver_name: null },
        ...{ override: null, warnings: [] },
      },
    });
    expect((await ana.get(`${SESSIONS}/${answer.data.sessionId}`)).body).toEqual(answer.body);
  });

  it('stores the given values', async () => {
    const given = {
      ...{ samplingUnit: 'box', pricePerUnit: 0.1, maxDurationHours: 5, notes: 'Frost at dawn' },
      bonus: { type: 'per_unit', value: 0.05, note: 'Sunday' },
      ...{
        harvestUnitId: 'HU-1',
        harvestLotCode: 'L-7',
        license_plate: 'AB-12',
        driver_name: 'Eva',
        localId: 'phone-1',
      },
    };
    expect(await farm.session(ana, given)).toMatchObject(given);
  });

  it('treats null like an omitted member', async () => {
    const left = {
      samplingUnit: null,
      pricePerUnit: null,
      maxDurationHours: null,
      bonus: null,
      notes: null,
      localId: null,
    };
    expect(await farm.session(ana, { ...left, idpId: null })).toMatchObject({
      ...{
        samplingUnit: 'kg',
        pricePerUnit: 120,
        maxDurationHours: 12,
        bonus: null,
        notes: null,
        localId: null,
      },
    });
  });

  it('defaults to 12 hours and no price where neither the request nor the project sets them', async () => {
    const session = await farm.session(ana, farm.place('bare'));
    expect(session).toMatchObject({ maxDurationHours: 12, samplingUnit: null, pricePerUnit: null });
    expect(session.totals).toEqual({ ...NO_TOTALS, amount: null });
  });

  it('stores the sector’s name as registered', async () => {
    const place = farm.place();
    expect(await farm.session(ana, { ...place, sector_name: 'What the phone calls it' })).toMatchObject(
      place,
    );
  });

  it('may start slightly ahead of the server’s clock', async () => {
    expect(await farm.session(ana, { openedAt: hoursAgo(-4 / 60) })).toMatchObject({ status: 'open' });
  });

  it('accepts openedAt with an offset', async () => {
    const session = await farm.session(ana, {
      ...farm.place('santiago'),
      openedAt: '2025-06-10T23:30:00-04:00',
    });
    expect(session).toMatchObject({ openedAt: '2025-06-11T03:30:00.000Z', day: '2025-06-10T04:00:00.000Z' });
  });

  it.each([
    ['santiago', '2025-06-10T15:00:00Z', '2025-06-10', '2025-06-10T04:00:00.000Z'],
    ['santiago', '2025-01-10T02:59:59.999Z', '2025-01-09', '2025-01-09T03:00:00.000Z'],
    ['santiago', '2025-01-10T03:00:00Z', '2025-01-10', '2025-01-10T03:00:00.000Z'],
    ['havana', '2025-07-04T15:00:00Z', '2025-07-04', '2025-07-04T04:00:00.000Z'],
    ['havana', '2025-01-04T04:59:00Z', '2025-01-03', '2025-01-03T05:00:00.000Z'],
    // A midnight that does not exist, and one that occurs twice.
    ['santiago', '2024-09-08T15:00:00Z', '2024-09-08', '2024-09-08T04:00:00.000Z'],
    ['havana', '2024-11-03T15:00:00Z', '2024-11-03', '2024-11-03T04:00:00.000Z'],
  ])('has its day in %s at %s', async (project, openedAt, date, day) => {
    const zone = { santiago: 'America/Santiago', havana: 'America/Havana' }[project]!;
    expect(day).toBe(firstInstantOf(date, zone));
    const sectorId = farm.ids.sectors[`${project}/${project[0]}5`]!;
    const body = { projectId: farm.ids.projects[project]!, sectorId, sector_name: 'any', openedAt };
    expect((await ana.post(SESSIONS, body)).data).toMatchObject({ day, timezone: zone });
  });

  it('answers 201 with a closed session when its end and grace period have passed', async () => {
    const place = farm.place('santiago');
    const openedAt = '2025-06-10T15:00:00.000Z';
    expect(await farm.session(ana, { ...place, openedAt, maxDurationHours: 2 })).toMatchObject({
      ...{ status: 'closed', closedBy: 'system', closedReason: 'max_duration' },
      ...{ closedAt: '2025-06-10T17:00:00.000Z', endsAt: '2025-06-10T17:00:00.000Z' },
    });
    // The earlier session has ended, so the next one is not refused; it reaches midnight first.
    expect(await farm.session(ana, { ...place, openedAt, maxDurationHours: 24 })).toMatchObject({
      ...{ status: 'closed', closedBy: 'system', closedReason: 'midnight_local' },
      ...{ closedAt: '2025-06-11T04:00:00.000Z', endsAt: '2025-06-11T04:00:00.000Z' },
    });
    // On a tie, midnight is the reason.
    expect(await farm.session(ana, { ...place, openedAt, maxDurationHours: 13 })).toMatchObject({
      ...{ closedReason: 'midnight_local', closedAt: '2025-06-11T04:00:00.000Z' },
    });
  });

  it('answers a repeat of its localId with the first session, whatever its state', async () => {
    const body = farm.sessionBody({ localId: 'phone-2', pricePerUnit: 7, notes: 'Same' });
    const first = await ana.post(SESSIONS, body);
    const repeat = await ana.post(SESSIONS, { ...body, pricePerUnit: 7.0, idpId: farm.idpId('ana') });
    expect({ status: repeat.status, body: repeat.body }).toEqual({ status: 200, body: first.body });

    await ana.post(`${SESSIONS}/${first.data.sessionId}/close`, {});
    const late = await ana.post(SESSIONS, body);
    expect(late.status).toBe(200);
    expect(late.data).toMatchObject({ sessionId: first.data.sessionId, status: 'closed' });

    expectRefusal(await ana.post(SESSIONS, { ...body, notes: 'Other' }), 422, 'B', 'idempotency_key_reused');
    // A localId is unique per owner: another user's phone may use the same.
    expect((await farm.as('ben').post(SESSIONS, body)).status).toBe(201);
  });

  it('treats the same instant with another offset as the same content of a localId', async () => {
    const body = farm.sessionBody({ localId: 'phone-3', openedAt: '2026-01-05T12:00:00Z' });
    const first = await ana.post(SESSIONS, body);
    const repeat = await ana.post(SESSIONS, { ...body, openedAt: '2026-01-05T09:00:00.000-03:00' });
    expect([first.status, repeat.status, repeat.data.sessionId]).toEqual([201, 200, first.data.sessionId]);
  });

  it('refuses a second open session in its place, and names the first to its owner only', async () => {
    const place = farm.place();
    const { sessionId } = await farm.session(ana, place);
    const body = { ...place, openedAt: hoursAgo(1) };
    expectRefusal(await ana.post(SESSIONS, body), 409, 'B', 'session_already_open', { sessionId });
    expectRefusal(await farm.as('ben').post(SESSIONS, body), 409, 'B', 'session_already_open');
    await ana.post(`${SESSIONS}/${sessionId}/close`, {});
    expect((await farm.as('ben').post(SESSIONS, body)).status).toBe(201);
  });
});

describe('updating a session', () => {
  it('changes the four fields, and says whether anything changed', async () => {
    const { sessionId } = await farm.session(ana);
    const path = `${SESSIONS}/${sessionId}`;
    const changes = {
      ...{ samplingUnit: 'bin', pricePerUnit: 99.5, notes: 'Later' },
      bonus: { type: 'percent', value: 10, note: null },
    };
    const answer = await ana.patch(path, { idpId: farm.idpId('ana'), ...changes });
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 200,
      body: { status: 'success', data: { updated: true } },
    });
    expect((await ana.get(path)).data).toMatchObject(changes);
    expect((await ana.patch(path, changes)).data).toEqual({ updated: false });
    expect((await ana.patch(path, {})).data).toEqual({ updated: false });
    expect((await ana.patch(path, { maxDurationHours: 3, projectId: 'other' })).data).toEqual({
      updated: false,
    });

    expect((await ana.patch(path, { notes: null, bonus: null })).data).toEqual({ updated: true });
    expect((await ana.get(path)).data).toMatchObject({
      notes: null,
      bonus: null,
      samplingUnit: 'bin',
      pricePerUnit: 99.5,
    });
    expect((await ana.patch(path, { notes: null, bonus: null })).data).toEqual({ updated: false });
  });
});

describe('extending and closing a session', () => {
  it('extends from the opening', async () => {
    const openedAt = hoursAgo(3);
    const { sessionId } = await farm.session(ana, { openedAt, maxDurationHours: 4 });
    const answer = await ana.post(`${SESSIONS}/${sessionId}/extend`, {
      idpId: farm.idpId('ana'),
      maxDurationHours: 6,
    });
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 200,
      body: { status: 'success', data: { maxDurationHours: 6 } },
    });
    expect((await ana.get(`${SESSIONS}/${sessionId}`)).data).toMatchObject({
      ...{
        maxDurationHours: 6,
        endsAt: new Date(Date.parse(openedAt) + 6 * 3_600_000).toISOString(),
        status: 'open',
      },
    });
    const past = await ana.post(`${SESSIONS}/${sessionId}/extend`, { maxDurationHours: 3 });
    expectRefusal(past, 422, 'B', 'duration_elapsed');
  });

  it('closes once, with final notes', async () => {
    const { sessionId } = await farm.session(ana, { notes: 'First' });
    const before = Date.now();
    const answer = await ana.post(`${SESSIONS}/${sessionId}/close`, {
      idpId: farm.idpId('ana'),
      finalNotes: 'Last',
    });
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 200,
      body: {
        status: 'success',
        data: { sessionId, status: 'closed', closedAt: expect.stringMatching(INSTANT) },
      },
    });
    expect(Date.parse(answer.data.closedAt)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(answer.data.closedAt)).toBeLessThanOrEqual(Date.now());
    expect((await ana.get(`${SESSIONS}/${sessionId}`)).data).toMatchObject({
      ...{ status: 'closed', closedAt: answer.data.closedAt, closedBy: 'user', closedReason: 'manual' },
      ...{ notes: 'First', finalNotes: 'Last' },
    });
    const path = `${SESSIONS}/${sessionId}`;
    expectRefusal(await ana.post(`${path}/close`, {}), 409, 'B', 'session_not_open', {
      ...{ closedAt: answer.data.closedAt, closedBy: 'user', closedReason: 'manual' },
    });
    expectRefusal(await ana.post(`${path}/extend`, { maxDurationHours: 20 }), 409, 'B', 'session_not_open');
    expectRefusal(await ana.patch(path, { notes: 'x' }), 409, 'B', 'session_not_open');
  });

  it('is possible in the grace period after its end; a closed session keeps its end', async () => {
    const openedAt = hoursAgo(3);
    const endsAt = new Date(Date.parse(openedAt) + 3_600_000).toISOString();
    const over = { openedAt, maxDurationHours: 1 };
    const closed = await farm.session(ana, over);
    expect(closed).toMatchObject({ status: 'open', endsAt, closedAt: null });
    expect((await ana.post(`${SESSIONS}/${closed.sessionId}/close`)).data.closedAt).toBe(endsAt);

    const extended = await farm.session(ana, over);
    expect((await ana.post(`${SESSIONS}/${extended.sessionId}/extend`, { maxDurationHours: 5 })).status).toBe(
      200,
    );
  });
});
