import { isDeepStrictEqual } from 'node:util';
import { expect, it } from '@jest/globals';
import { until } from '@furrow/testbed';
import { type ProvisionedFarm, RECORDS, SESSIONS } from '@furrow/testbed/farms';
import type { Client, ConsolePage, Json, System } from '@furrow/testbed/system';

interface Stage {
  readonly farm: ProvisionedFarm;
  readonly page: ConsolePage;
  readonly session: Json;
  readonly workers: Json[];
  readonly system: System;
}

const HOUR_MS = 3_600_000;
/** The page renders paces anew every half minute. */
const RENDERED_EVERY_MS = 30_000;
/** What a slow machine takes to render and to answer. */
const SLOW_MS = 60_000;

const cardOf = (sessionId: string) => `[aria-labelledby="session-${sessionId}"]`;

/** What Today shows but for paces: open sessions first, each with its totals and qualities. */
async function exactOnToday(user: Client) {
  const all: Json[] = (await user.get(`${SESSIONS}?pageSize=100`)).body.data;
  const sessions = ['open', 'closed'].flatMap((status) => all.filter((one) => one.status === status));
  const days = sessions.map(({ openedAt }) => Date.parse(openedAt));
  const range = `startTime=${dayOf(Math.min(...days), -1)}&endTime=${dayOf(Math.max(...days), 1)}`;
  const harvest: Json[] = (await user.get(`/api/console/harvest?${range}`)).data;
  const reports = sessions.map(({ sessionId }) => harvest.find((one) => one.sessionId === sessionId));
  const units = sessions.map(({ totals }) => Number(totals.validUnits));
  return {
    sessions,
    isWhole: reports.every((report) => report !== undefined && !report.needsRecalc),
    figures: [
      sessions.filter(({ status }) => status === 'open').length,
      units.reduce((sum, each) => sum + each, 0),
      ...sessions.flatMap(({ totals }, i) => [
        ...[totals.validUnits, totals.workerCount, totals.recordCount],
        ...reports[i].qualityBreakdown.flatMap((part: Json) => [part.units, part.percent]),
      ]),
    ],
  };
}

/** What each worker picked in all of the sessions, most first. */
async function pickedToday(user: Client, sessions: readonly Json[]): Promise<number[]> {
  const days = sessions.map(({ openedAt }) => Date.parse(openedAt));
  const range = `startTime=${dayOf(Math.min(...days), -1)}&endTime=${dayOf(Math.max(...days), 1)}`;
  const harvest: Json[] = (await user.get(`/api/console/harvest?${range}`)).data;
  const sums = new Map<string, number>();
  for (const { sessionId, workers } of harvest)
    if (sessions.some((session) => session.sessionId === sessionId))
      for (const { workerId, validUnits } of workers)
        sums.set(workerId, (sums.get(workerId) ?? 0) + Math.round(validUnits * 1e6));
  return [...sums.values()].sort((a, b) => b - a).map((micro) => micro / 1e6);
}

async function shownOnToday(page: ConsolePage, sessions: readonly Json[]): Promise<number[]> {
  const cards = sessions.map(async ({ sessionId }) => {
    const parts = ['.big', '.facts div:nth-child(1)', '.facts div:nth-child(4)', '.quality'];
    const figures = parts.map((part) => page.figures(`${cardOf(sessionId)} ${part}`));
    return (await Promise.all(figures)).flat();
  });
  return [...(await page.figures('.tiles')), ...(await Promise.all(cards)).flat()];
}

/** The UTC date some days after an instant. */
const dayOf = (instant: number, days: number) =>
  new Date(instant + days * 24 * HOUR_MS).toISOString().slice(0, 10);

/** A supervisor's screens, on which every number must be the API's; in the order of the page. */
export function numbersInABrowser(stage: () => Stage): void {
  const as = (name: string) => stage().farm.as(name);

  it('shows on Today no number that the API does not return: totals, paces, qualities', async () => {
    const { farm, page, session, workers } = stage();
    await page.open('/today');
    // The report knows qualities some seconds later than totals, and no event tells when.
    await as('ana').post(RECORDS, farm.recordBody(session.sessionId, workers[1].id, { units: 0.5 }));
    await until('the page shows what the API tells', async () => {
      const exact = await exactOnToday(as('ana'));
      return exact.isWhole && isDeepStrictEqual(await shownOnToday(page, exact.sessions), exact.figures);
    }).catch(() => undefined);
    const { sessions, figures } = await exactOnToday(as('ana'));
    expect(await shownOnToday(page, sessions)).toEqual(figures);
    for (const { sessionId, totals, openedAt, closedAt } of sessions) {
      const [perHour, perWorker, ...others] = await page.figures(
        `${cardOf(sessionId)} .facts div:is(:nth-child(2), :nth-child(3))`,
      );
      const pace = (until: number) => (totals.validUnits * HOUR_MS) / (until - Date.parse(openedAt));
      const end = closedAt === null ? Date.now() : Date.parse(closedAt);
      const earliest = closedAt === null ? end - RENDERED_EVERY_MS - SLOW_MS : end;
      expect(others).toEqual([]);
      expect(perHour).toBeGreaterThanOrEqual(pace(end) * (1 - 1e-9));
      expect(perHour).toBeLessThanOrEqual(pace(earliest) * (1 + 1e-9));
      expect(perWorker).toBeCloseTo(perHour! / totals.workerCount, 9);
    }
    const crew = await pickedToday(as('ana'), sessions);
    expect(await page.figures('.crew')).toEqual(crew);
    // It follows every minute, and when the page is opened.
    await page.open('/today');
    const told = async (): Promise<number[]> => {
      const { data: pace } = await as('ana').get('/api/console/harvest/pace');
      expect(pace).toHaveLength(1);
      const { units, dayBefore } = pace[0].hours.at(-1);
      return [units, dayBefore];
    };
    await until('it shows the last hour', async () =>
      isDeepStrictEqual(await page.figures('.beside .card:has(.hours)'), await told()),
    );
    // No other number stands there.
    const others = 2 * sessions.length + crew.length + 2;
    expect(await page.figures('main')).toHaveLength(figures.length + others);
  });

  it('requests Today at once: its data in one request, beside the map, the photos and who is due for rest', async () => {
    const { page } = stage();
    await page.open('/today');
    const others = ['/api/console/projects', '/api/console/session'];
    const beside = ['/api/control/rest', '/api/control/workers'];
    const requested = async () =>
      page.browser.value<string[]>(
        `performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
          .filter((path) => path.startsWith('/api/') && path !== '/api/control/events').sort()`,
      );
    const all = [...others, ...beside, '/api/console/today'].sort();
    const paths = await until('all of it has been answered', async () => {
      const answered = await requested();
      return all.every((path) => answered.includes(path)) && answered;
    });
    expect([...new Set(paths)]).toEqual(all);
    for (const path of [...others, ...beside]) expect(paths.filter((each) => each === path)).toHaveLength(1);
  });

  it('shows qualities as soon as the report has them, although no event announces them', async () => {
    const { page, session, system } = stage();
    const { sessionId } = session;
    const quality = `${cardOf(sessionId)} .quality`;
    const where = 'WHERE session_id = $1';
    const [kept] = await system.sql<{ breakdown: object }>(
      `SELECT breakdown FROM production.quality_snapshots ${where}`,
      [sessionId],
    );
    // Of more movements than there are, so that nothing refreshes it meanwhile.
    const late = `UPDATE production.quality_snapshots SET movements = movements + 1, breakdown = '[]' ${where}`;
    await system.sql(late, [sessionId]);
    await page.open('/today');
    const isWithout = async () =>
      (await page.count(`${cardOf(sessionId)} .big`)) === 1 && (await page.count(quality)) === 0;
    await until('it is shown without them', isWithout);
    await page.browser.text('.live.on');
    const whole = `UPDATE production.quality_snapshots SET movements = movements - 1, breakdown = $2 ${where}`;
    await system.sql(whole, [sessionId, JSON.stringify(kept!.breakdown)]);
    await until('they are shown', async () => (await page.count(quality)) === 1);
    const { sessions, figures } = await exactOnToday(as('ana'));
    expect(await shownOnToday(page, sessions)).toEqual(figures);
  });

  it('shows no number of a session that the API does not return', async () => {
    const { page, session } = stage();
    await page.open(`/sessions/${session.sessionId}`);
    const path = `${SESSIONS}/${session.sessionId}`;
    const { data: read } = await as('ana').get(path);
    const { data: records } = await as('ana').get(`${path}/records?pageSize=100`);
    const day = read.openedAt.slice(0, 10);
    const around = (by: number) => new Date(Date.parse(day) + by * 24 * HOUR_MS).toISOString().slice(0, 10);
    const { data: harvest } = await as('ana').get(
      `/api/console/harvest?startTime=${around(-1)}&endTime=${around(1)}`,
    );
    const { workers, qualityBreakdown } = harvest.find(
      ({ sessionId }: Json) => sessionId === session.sessionId,
    );
    const { validUnits, workerCount, recordCount, voidedCount, amount } = read.totals;
    const shown = await page.figures('main');
    const [curve, table] = [await page.figures('.readout'), await page.figures('[aria-label="Workers"]')];
    expect(curve[0]).toBe(validUnits);
    expect(table).toEqual(
      workers
        .toSorted((a: Json, b: Json) => b.validUnits - a.validUnits)
        .flatMap((worker: Json) => [worker.validUnits, worker.recordCount, worker.voidedCount]),
    );
    expect(shown).toEqual([
      ...[validUnits, workerCount, recordCount, voidedCount, amount],
      ...qualityBreakdown.flatMap(({ units, percent }: Json) => [units, percent]),
      ...[...curve, ...table],
      ...records.map(({ units }: Json) => units),
    ]);
  });

  it('shows of treatments the dose that the API tells', async () => {
    const { page } = stage();
    await page.open('/scouting');
    const { data } = await as('ana').get('/api/control/treatments');
    expect(data).toHaveLength(1);
    expect(await page.figures('[aria-label="Treatments"] tbody')).toEqual(data.map(({ dose }: Json) => dose));
  });
}
