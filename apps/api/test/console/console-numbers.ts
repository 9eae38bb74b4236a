import { expect, it } from '@jest/globals';
import { type ConsolePage, type Json, type ProvisionedFarm, SESSIONS, until } from '../harness/index.ts';

interface Stage {
  readonly farm: ProvisionedFarm;
  readonly page: ConsolePage;
  readonly session: Json;
}

const HOUR_MS = 3_600_000;
/** The page renders paces anew every half minute. */
const RENDERED_EVERY_MS = 30_000;
const PATIENCE_MS = 60_000;

/** A supervisor's screens, on which every number must be the API's; in the order of the page. */
export function numbersInABrowser(stage: () => Stage): void {
  const as = (name: string) => stage().farm.as(name);

  it('shows on Today no number that the API does not tell: totals, paces, qualities', async () => {
    const { page } = stage();
    await page.open('/today');
    const { body } = await as('ana').get(`${SESSIONS}?pageSize=100`);
    const sessions = body.data as Json[];
    const open = sessions.filter(({ status }) => status === 'open');
    const closed = sessions.filter(({ status }) => status === 'closed');
    const days = sessions.map(({ openedAt }) => new Date(openedAt as string).getTime());
    const around = (at: number, by: number) => new Date(at + by * 24 * HOUR_MS).toISOString().slice(0, 10);
    const range = `startTime=${around(Math.min(...days), -1)}&endTime=${around(Math.max(...days), 1)}`;
    const { data: harvest } = await as('ana').get(`/api/console/harvest?${range}`);
    const cards = [...open, ...closed].map(({ sessionId }) => `[aria-labelledby="session-${sessionId}"]`);
    const every = await until(
      'every card has its qualities and its pace',
      async () => {
        const counts = await Promise.all(cards.map(async (card) => (await page.figures(card)).length));
        return counts.every((count) => count > 4) && page.figures('main');
      },
      PATIENCE_MS,
    );
    const after = Date.now();

    expect(every.slice(0, 2)).toEqual([
      open.length,
      sessions.reduce((sum: number, { totals }) => sum + Number(totals.validUnits), 0),
    ]);
    let next = 2;
    for (const { sessionId, totals, openedAt, closedAt } of [...open, ...closed]) {
      const report = harvest.find((one: Json) => one.sessionId === sessionId);
      const parts: number[] = report.qualityBreakdown.flatMap(({ units, percent }: Json) => [units, percent]);
      const [units, workers, perHour, perWorker, records, ...qualities] = every.slice(
        next,
        (next += 5 + parts.length),
      );
      expect([units, workers, records, ...qualities]).toEqual([
        ...[totals.validUnits, totals.workerCount, totals.recordCount],
        ...parts,
      ]);
      const pace = (until: number) => (totals.validUnits * HOUR_MS) / (until - Date.parse(openedAt));
      const end = closedAt === null ? after : Date.parse(closedAt);
      const earliest = closedAt === null ? end - RENDERED_EVERY_MS - PATIENCE_MS : end;
      expect(perHour).toBeGreaterThanOrEqual(pace(end) * (1 - 1e-9));
      expect(perHour).toBeLessThanOrEqual(pace(earliest) * (1 + 1e-9));
      expect(perWorker).toBeCloseTo(perHour! / totals.workerCount, 9);
    }
    expect(every).toHaveLength(next);
  });

  it('shows of a session no number that the API does not tell', async () => {
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
      workers.flatMap((worker: Json) => [worker.validUnits, worker.recordCount, worker.voidedCount]),
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
