import { describe, expect, it } from '@jest/globals';
import { aProject, aSector, square } from '../testing/builders.ts';
import { InMemoryFarmRepository } from '../testing/in-memory-farm-repository.ts';
import { ApplyProjects } from './apply-projects.ts';

const farm = () => [
  aProject('north', { sectors: [aSector('1', { boundary: square(-71, -33) }), aSector('2')] }),
  aProject('south', { sectors: [aSector('1')] }),
];

describe('applying projects', () => {
  it('returns the id of everything in the file', async () => {
    const { apply } = setUp();
    const applied = await apply(farm());
    expect(Object.keys(applied.projects)).toEqual(['north', 'south']);
    expect(Object.keys(applied.sectors)).toEqual(['north/1', 'north/2', 'south/1']);
    expect(new Set(Object.values(applied.sectors)).size).toBe(3);
  });

  it('writes nothing the second time, and returns the same ids', async () => {
    const { apply, repository } = setUp();
    const first = await apply(farm());
    repository.writes = 0;
    expect(await apply(farm())).toEqual(first);
    expect(repository.writes).toBe(0);
  });

  it('writes only what changed', async () => {
    const { apply, repository } = setUp();
    await apply(farm());
    repository.writes = 0;
    await apply([aProject('north', { sectors: [aSector('1', { name: 'Renamed' })] })]);
    expect(repository.writes).toBe(1);
    expect((await repository.load()).sectors.map(({ state }) => state.name)).toEqual([
      'Renamed',
      'Sector 2',
      'Sector 1',
    ]);
  });

  it('keeps what the file omits', async () => {
    const { apply, statuses } = setUp();
    await apply(farm());
    await apply([aProject('south')]);
    expect(await statuses()).toEqual(['active', 'active', 'active', 'active', 'active']);
  });

  it('deactivates omitted things when it prunes, and reactivates them when they are declared again', async () => {
    const { apply, statuses } = setUp();
    const first = await apply(farm());
    await apply([aProject('north', { sectors: [aSector('2')] })], { prune: true });
    expect(await statuses()).toEqual(['active', 'inactive', 'inactive', 'active', 'inactive']);
    expect(await apply(farm())).toEqual(first);
    expect(await statuses()).toEqual(['active', 'active', 'active', 'active', 'active']);
  });

  it('reports every wrong position in the file, and writes nothing', async () => {
    const { apply, repository } = setUp();
    const wrong = [
      aProject('north', { timezone: 'Nowhere', sectors: [aSector('1')] }),
      aProject('south', { sectors: [aSector('1'), aSector('1', { name: '' }), aSector('2', { crop: '' })] }),
      aProject('south'),
    ];
    await expect(apply(wrong)).rejects.toMatchObject({
      details: [
        { field: 'projects[0].timezone' },
        { field: 'projects[2].key', message: 'occurs twice' },
        { field: 'projects[1].sectors[1].key', message: 'occurs twice' },
        { field: 'projects[1].sectors[1].name' },
        { field: 'projects[1].sectors[2].crop' },
      ].map((problem) => expect.objectContaining(problem)),
    });
    expect(repository.writes).toBe(0);
  });
});

function setUp() {
  const repository = new InMemoryFarmRepository();
  const useCase = new ApplyProjects(repository);
  const apply = (entries: Parameters<ApplyProjects['execute']>[0], options = { prune: false }) =>
    useCase.execute(entries, options);
  const statuses = async () => {
    const { projects, sectors } = await repository.load();
    return [...projects, ...sectors].map(({ state }) => state.status);
  };
  return { repository, apply, statuses };
}
