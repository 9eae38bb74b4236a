import { describe, expect, it } from '@jest/globals';
import { NO_MOVEMENTS } from '../../domain/index.ts';
import { type ContractFarms, NOWHERE } from './contract-farms.ts';

/** Transactions, and what they read of other contexts. */
export function describeProductionTransactions(farms: ContractFarms): void {
  const { run, sessionOn, recordIn, find } = farms;

  describe('a transaction', () => {
    it('leaves nothing behind when it fails, and reports why', async () => {
      const session = sessionOn(farms.own);
      const failing = run(async (repositories) => {
        await repositories.sessions.insert(session);
        await repositories.records.add([recordIn(session)]);
        throw new Error('no more power');
      });
      await expect(failing).rejects.toThrow('no more power');
      expect(await find(session.id)).toBeUndefined();
      expect(await run(({ sessions }) => sessions.sums(session.id))).toEqual(NO_MOVEMENTS);
    });

    it('sees its own writes and the data of other contexts', async () => {
      const { project, sectors, workers, qualities } = farms.own;
      const seen = await run(async (repositories) => ({
        project: await repositories.projects.project(project.projectId),
        sector: await repositories.projects.sector(sectors[1].sectorId),
        workers: await repositories.workers.names([workers[0].id, farms.other.workers[0].id, ...NOWHERE]),
        qualities: await repositories.qualities.names([
          qualities[1].id,
          farms.other.qualities[1].id,
          ...NOWHERE,
        ]),
      }));
      expect(seen.project).toEqual(project);
      expect(seen.sector).toMatchObject(sectors[1]);
      expect([...seen.workers]).toEqual([[workers[0].id, workers[0].name]]);
      expect([...seen.qualities]).toEqual([[qualities[1].id, qualities[1].name]]);
    });

    it('finds neither data of other companies nor malformed ids', async () => {
      for (const id of [farms.other.project.projectId, farms.other.sectors[0].sectorId, ...NOWHERE])
        await run(async ({ projects }) => {
          expect(await projects.project(id)).toBeUndefined();
          expect(await projects.sector(id)).toBeUndefined();
        });
    });
  });
}
