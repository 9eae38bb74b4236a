import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { localDateOf, newId } from '@furrow/kernel';
import { Database } from '@furrow/database';
import { createTestDatabase, type TestDatabase } from '@furrow/testbed';
import fc from 'fast-check';
import { agronomyRows, HarvestClearance, wireAgronomyIn } from '../../index.ts';
import { MOST_TREATMENTS } from './harvest-clearance.ts';
import { harvestWarnings, newTreatmentId, Treatment } from '../../domain/index.ts';
import { TypeormTreatmentRepository } from './typeorm-treatment-repository.ts';

const HOUR = 3_600_000;
/** Zones that skip or repeat a midnight, that are far ahead or behind, or never change their clocks. */
const ZONES = [
  'America/Santiago',
  'America/Havana',
  'Europe/Madrid',
  'Pacific/Apia',
  'America/St_Johns',
  'UTC',
];
const RUNS = 60;

/** Rolls back what a run of the property wrote, so that the next one begins with an untreated sector. */
class Undone extends Error {}

/** Near clock changes of all of these. */
const CHANGES = ['2024-03-10T03:00Z', '2024-04-07T03:00Z', '2024-09-08T04:00Z', '2024-11-03T05:00Z'].map(
  Date.parse,
);

let test: TestDatabase;
let database: Database;
const [company, user] = [newId(), newId()];
let place: { projectId: string; sectorId: string };

beforeAll(async () => {
  test = await createTestDatabase();
  database = await Database.connect(test.url, { poolSize: 1, rows: agronomyRows });
  const applied = await database.tenant(company, async (tx) => {
    await tx.query(
      `INSERT INTO access.companies (company_id, key, name, timezone) VALUES ($1::uuid, 'acme', 'A farm', 'UTC')`,
      [company],
    );
    await tx.query(
      `INSERT INTO access.users (company_id, user_id, idp_id, name, role, status)
       VALUES ($1, $2, 'idp|gus', 'Gus', 'agronomist', 'active')`,
      [company, user],
    );
    const north = { key: 'north', name: 'North', timezone: 'UTC', sectors: [{ key: 's1', name: 'S1' }] };
    return wireAgronomyIn(tx).applyProjects.execute([north], { prune: false });
  });
  place = { projectId: applied.projects['north']!, sectorId: applied.sectors['north/s1']! };
});
afterAll(async () => {
  await database?.close();
  await test?.drop();
});

const instant = fc
  .tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -10 * 24 * 60, max: 10 * 24 * 60 }))
  .map(([change, minutes]) => new Date(change + minutes * 60_000));
const sprayed = fc.record({
  startedAt: instant,
  hours: fc.option(fc.integer({ min: 0, max: 30 })),
  preHarvestDays: fc.integer({ min: 0, max: 14 }),
  reentryHours: fc.option(fc.integer({ min: 0, max: 96 })),
  isVoid: fc.boolean(),
});
const picked = fc.record({ openedAt: instant, hours: fc.integer({ min: 0, max: 24 }) });

interface Spray {
  readonly startedAt: Date;
  readonly hours: number | null;
  readonly preHarvestDays: number;
  readonly reentryHours: number | null;
}

function treatmentOf(spray: Spray, timezone: string, sectorId: string): Treatment {
  const { startedAt, hours, preHarvestDays, reentryHours } = spray;
  return Treatment.record(
    {
      ...{ clientEventId: newId(), projectId: place.projectId, sectorIds: [sectorId], product: 'Sulphur' },
      ...{
        authorisationNumber: null,
        activeSubstances: [],
        target: null,
        cropCode: null,
        bbch: null,
        area: null,
      },
      ...{ startedAt, endedAt: hours === null ? null : new Date(startedAt.getTime() + hours * HOUR) },
      ...{ dose: '1', doseUnit: 'kg/ha', preHarvestDays, operator: null, equipment: null, notes: null },
      reentryHours: reentryHours === null ? null : String(reentryHours),
    },
    { timezone, sectors: [{ sectorId, name: 'S', crop: null, variety: null }] },
    { treatmentId: newTreatmentId(), by: { userId: user, idpId: 'idp|gus' }, at: new Date() },
  );
}

describe('clearances on PostgreSQL', () => {
  it('warn of each harvest exactly as the rule says, in any zone and around any clock change', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...ZONES),
        fc.array(sprayed, { minLength: 1, maxLength: 4 }),
        fc.array(picked, { minLength: 1, maxLength: 8 }),
        async (zone, sprays, pickings) => {
          const { sectorId } = place;
          const run = database.tenant(company, async (tx) => {
            const treatments = new TypeormTreatmentRepository(tx);
            const all = sprays.map((spray) => treatmentOf(spray, zone, sectorId));
            for (const [index, treatment] of all.entries()) {
              await treatments.insert(treatment);
              if (sprays[index]!.isVoid)
                await treatments.void(treatment.void({ at: new Date(), by: user, reason: null }));
            }
            const asked = pickings.map(({ openedAt, hours }, index) => ({
              ...{ pickingId: String(index), sectorId, openedAt, localDate: localDateOf(openedAt, zone) },
              until: new Date(openedAt.getTime() + hours * HOUR),
            }));
            const valid = all.filter((_, index) => !sprays[index]!.isVoid).map(({ state }) => state);
            const expected = asked.map((picking) => harvestWarnings(picking, valid));
            const clearance = new HarvestClearance();
            const found = await clearance.warnings(tx, asked);
            expect(asked.map(({ pickingId }) => found.get(pickingId))).toEqual(expected);
            const alone = await clearance.sector(tx, sectorId, asked[0]!.openedAt);
            expect(alone?.warningsFor(asked[0]!)).toEqual(expected[0]);
            throw new Undone();
          });
          await expect(run).rejects.toBeInstanceOf(Undone);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('warn of the treatments that keep a sector closed for longest, however many there are', async () => {
    const { sectorId } = place;
    const run = database.tenant(company, async (tx) => {
      const treatments = new TypeormTreatmentRepository(tx);
      const startedAt = new Date('2024-05-01T08:00Z');
      const all = Array.from({ length: MOST_TREATMENTS + 5 }, (_, index) =>
        treatmentOf(
          { startedAt, hours: null, preHarvestDays: 1 + index, reentryHours: null },
          'UTC',
          sectorId,
        ),
      );
      for (const treatment of all) await treatments.insert(treatment);
      const openedAt = new Date('2024-05-01T12:00Z');
      const picking = {
        openedAt,
        localDate: localDateOf(openedAt, 'UTC'),
        until: new Date(openedAt.getTime() + HOUR),
      };
      const longest = all.slice(-MOST_TREATMENTS).map(({ state }) => state.treatmentId);
      const found = await new HarvestClearance().warnings(tx, [{ ...picking, pickingId: 'one', sectorId }]);
      expect(new Set(found.get('one')!.map(({ treatmentId }) => treatmentId))).toEqual(new Set(longest));
      const sector = await new HarvestClearance().sector(tx, sectorId, openedAt);
      expect(sector!.warningsFor(picking)).toEqual(found.get('one'));
      throw new Undone();
    });
    await expect(run).rejects.toBeInstanceOf(Undone);
  });

  it('come with the sector and its state in a single statement, which opening a session needs anyway', async () => {
    await database.tenant(company, async (tx) => {
      const statements: string[] = [];
      const watched = new Proxy(tx, {
        get(target, member) {
          const value: unknown = Reflect.get(target, member, target);
          if (typeof value !== 'function') return value;
          return (...given: unknown[]) => {
            statements.push(String(member));
            return (value as (...all: unknown[]) => unknown).apply(target, given);
          };
        },
      });
      const sector = await new HarvestClearance().sector(watched, place.sectorId, new Date());
      expect(sector).toMatchObject({ name: 'S1', active: true, warningsFor: expect.any(Function) });
      expect(statements).toEqual(['query']);
    });
  });
});
