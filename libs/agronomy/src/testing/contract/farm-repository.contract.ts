import { describe, expect, it } from '@jest/globals';
import type { FarmRepository } from '../../application/ports.ts';
import { Project, Sector } from '../../domain/index.ts';
import { aProject, aSector, square } from '../builders.ts';

/** Runs `work` on the repository of one company as one transaction; another company exists beside it. */
export interface FarmTransactions {
  run<T>(work: (repository: FarmRepository) => Promise<T>): Promise<T>;
  elsewhere<T>(work: (repository: FarmRepository) => Promise<T>): Promise<T>;
}

/** What every farm repository must do. `open` returns transactions on companies without projects. */
export function describeFarmRepository(open: () => Promise<FarmTransactions>): void {
  describe('the farm repository', () => {
    const project = Project.define(
      aProject('north', {
        defaults: { samplingUnit: 'kg', pricePerUnit: 0.1, syncGraceHours: 0, repeatSeconds: 60 },
      }),
    );
    const plain = Sector.define(project.id, aSector('n1'));
    const outlined = Sector.define(
      project.id,
      aSector('n2', { crop: 'Cherry', variety: 'Bing', boundary: square(-71, -33) }),
    );

    it('is empty at first', async () => {
      const farm = await open();
      expect(await farm.run((repository) => repository.load())).toEqual({ projects: [], sectors: [] });
    });

    it('returns what was saved, with every member', async () => {
      const farm = await open();
      await farm.run((repository) => repository.save([project], [plain, outlined]));
      const { projects, sectors } = await farm.run((repository) => repository.load());
      expect(projects.map(({ state }) => state)).toEqual([project.state]);
      expect(sectors.map(({ state }) => state).sort((a, b) => a.key.localeCompare(b.key))).toEqual([
        plain.state,
        outlined.state,
      ]);
    });

    it('overwrites by id', async () => {
      const farm = await open();
      await farm.run((repository) => repository.save([project], [outlined]));
      const renamed = project.redeclared(
        aProject('north', { name: 'North Block', timezone: 'America/Havana' }),
      );
      const bare = outlined.redeclared(aSector('n2', { boundary: null })).deactivated();
      await farm.run((repository) => repository.save([renamed], [bare]));
      const { projects, sectors } = await farm.run((repository) => repository.load());
      expect(projects.map(({ state }) => state)).toEqual([renamed.state]);
      expect(sectors.map(({ state }) => state)).toEqual([bare.state]);
    });

    it('separates companies', async () => {
      const farm = await open();
      await farm.run((repository) => repository.save([project], [plain]));
      expect(await farm.elsewhere((repository) => repository.load())).toEqual({ projects: [], sectors: [] });
    });
  });
}
