import { beforeEach, describe, expect, it } from '@jest/globals';
import { type LocalDate, newId } from '@furrow/kernel';
import { sumsOf } from '../../testing/recount.ts';
import { Field } from '../../testing/field.ts';
import { CloseLapsedSessions } from '../sessions/close-lapsed-sessions.ts';
import { ImportHarvest, type ImportRun, type PastHarvest } from './import-harvest.ts';

const DAY = '2019-07-14' as LocalDate;

let field: Field;
beforeEach(() => {
  field = new Field();
});

function aRow(overrides: Partial<PastHarvest> = {}): PastHarvest {
  const { sectors, workers } = field.farm;
  return {
    day: DAY,
    sectorId: sectors[0].sectorId,
    workerId: workers[0].id,
    qualityId: null,
    units: '12.5',
    unit: 'kg',
    ...overrides,
  };
}

/** Imports these batches as one run; returns its outcomes as words, and how many sessions it made. */
async function run(batches: PastHarvest[][], how: Partial<ImportRun> = {}, owner = field.farm.owner) {
  const target = { companyId: field.farm.companyId, projectId: field.farm.project.projectId, owner };
  const importing = new ImportHarvest(field.production, field.clock, target, {
    qualities: true,
    dryRun: false,
    ...how,
  });
  const words: string[] = [];
  let sessions = 0;
  for (const batch of batches) {
    const { outcomes, sessionsCreated } = await importing.execute(batch);
    words.push(
      ...outcomes.map((outcome) => (outcome.kind === 'refused' ? outcome.error.code : outcome.kind)),
    );
    sessions += sessionsCreated;
  }
  return { words, sessions };
}

const tables = () => field.production.tablesOf(field.farm.companyId);
const sessions = () => [...tables().sessions.values()];
const records = () => [...tables().records.values()];

describe('importing harvest', () => {
  it('creates a closed session for each day, sector and unit, with the day’s records in it', async () => {
    const [one, other] = field.farm.sectors;
    const rows = [
      aRow(),
      aRow({ units: '3' }),
      aRow({ unit: 'box' }),
      aRow({ unit: null }),
      aRow({ sectorId: other.sectorId }),
      aRow({ day: '2019-07-15' as LocalDate }),
    ];
    expect(await run([rows])).toEqual({ words: rows.map(() => 'created'), sessions: 5 });
    const first = sessions().find(
      (session) =>
        session.localDate === DAY && session.sectorId === one.sectorId && session.samplingUnit === 'kg',
    );
    expect(first).toMatchObject({
      owner: field.farm.owner,
      sectorName: 'N1',
      openedAt: new Date('2019-07-14T04:00:00Z'),
      createdAt: field.clock.now(),
      pricePerUnit: '120',
      followsPrices: true,
      closure: { at: new Date('2019-07-15T04:00:00Z'), by: 'system', reason: 'midnight_local' },
    });
    const own = records().filter(({ sessionId }) => sessionId === first?.sessionId);
    expect(sumsOf(own)).toMatchObject({ validUnits: '15.5', recordCount: 2, workerCount: 1 });
    expect(own[0]).toMatchObject({ recordedAt: first?.openedAt, createdBy: field.farm.owner.userId });
    expect(tables().snapshots.get(first?.sessionId ?? '')?.movements).toBe(2);
  });

  it('gives new sessions the stated price', async () => {
    await run([[aRow()]], { pricePerUnit: '0.42' });
    await run([[aRow(), aRow({ day: '2019-07-15' as LocalDate })]], { pricePerUnit: '7' });
    expect(sessions().map(({ pricePerUnit, followsPrices }) => [pricePerUnit, followsPrices])).toEqual([
      ['0.42', false],
      ['7', false],
    ]);
  });

  it('adds nothing the second time, however the file is cut or sorted', async () => {
    const rows = [aRow(), aRow({ units: '3' }), aRow(), aRow({ qualityId: field.farm.qualities[0].id })];
    await run([rows]);
    const before = structuredClone(records());
    const again = await run([rows.slice(0, 1), rows.slice(1)].reverse().map((batch) => batch.reverse()));
    expect(again).toEqual({ words: rows.map(() => 'repeated'), sessions: 0 });
    expect(records()).toEqual(before);
  });

  it('counts identical rows by occurrence, also across batches, and numbers by value', async () => {
    expect((await run([[aRow(), aRow()], [aRow({ units: '12.50' })]])).words).toEqual(
      Array(3).fill('created'),
    );
    const longer = [[aRow(), aRow(), aRow(), aRow()]];
    expect((await run(longer)).words).toEqual(['repeated', 'repeated', 'repeated', 'created']);
    expect(records()).toHaveLength(4);
  });

  it('stores what is valid and reports the rest', async () => {
    const rows = [
      aRow({ units: '0' }),
      aRow({ units: '1.0000001' }),
      aRow({ sectorId: newId() }),
      aRow({ workerId: newId() }),
      aRow({ qualityId: newId() }),
      aRow({ day: '2026-03-10' as LocalDate }), // the current day of the clock
      aRow(),
    ];
    expect((await run([rows])).words).toEqual([
      ...['validation_failed', 'validation_failed', 'sector_not_found', 'worker_not_found'],
      ...['quality_not_found', 'day_not_over', 'created'],
    ]);
    expect(records()).toHaveLength(1);
  });

  it('conflicts with no open session', async () => {
    const openedAt = new Date('2019-07-14T12:00:00Z');
    const existing = await field.session({ openedAt, now: openedAt });
    expect((await run([[aRow()]])).words).toEqual(['created']);
    expect(sessions()).toHaveLength(2);
    await new CloseLapsedSessions(field.production.maintenance, field.clock).execute();
    expect(sessions().find(({ sessionId }) => sessionId === existing.id)?.closure).not.toBeNull();
  });

  it('refuses a day that was imported with qualities before, and now without', async () => {
    await run([[aRow()]], { qualities: true });
    expect((await run([[aRow(), aRow({ unit: 'box' })]], { qualities: false })).words).toEqual([
      'imported_otherwise',
      'created',
    ]);
  });

  it('separates the imports of two owners', async () => {
    await run([[aRow()]]);
    expect(await run([[aRow()]], {}, field.farm.colleague)).toEqual({ words: ['created'], sessions: 1 });
  });

  it('writes nothing in a dry run and reports the same', async () => {
    await run([[aRow()]]);
    const before = structuredClone([sessions(), records()]);
    const rows = [
      aRow(),
      aRow(),
      aRow({ sectorId: newId(), workerId: newId(), qualityId: newId() }), // ids that do not exist yet
      aRow({ units: '0' }),
    ];
    expect(await run([rows, [aRow({ unit: 'box' })], [aRow({ unit: 'box' })]], { dryRun: true })).toEqual({
      words: ['repeated', 'created', 'created', 'validation_failed', 'created', 'created'],
      sessions: 2,
    });
    expect([sessions(), records()]).toEqual(before);
  });
});
