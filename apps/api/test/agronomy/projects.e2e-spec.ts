import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aFarm, aProject, PROJECTS, type ProvisionedFarm } from '@furrow/testbed/farms';
import { System } from '@furrow/testbed/system';
import { expectCommonHeaders, expectRefusal } from '../harness/refusal.ts';

let system: System;
let farm: ProvisionedFarm;
let foreign: ProvisionedFarm;

beforeAll(async () => {
  system = await System.shared();
  const projects = [aProject('north', 'n', 2), aProject('south', 's', 1), aProject('bare', 'b', 0)];
  farm = await system.provision(aFarm('acme', { projects }));
  foreign = await system.provision(aFarm('other'));
});
afterAll(() => system?.stop());

describe('GET projects', () => {
  it('lists the projects of the company with their sectors, and nothing else', async () => {
    const listed = (project: string, sectors: string[]) => ({
      projectId: farm.ids.projects[project]!,
      projectName: `Project ${project}`,
      sectors: sectors.map((key) => ({
        sectorId: farm.ids.sectors[`${project}/${key}`]!,
        sector_name: `Sector ${key}`,
      })),
    });
    const expected = {
      status: 'success',
      data: [listed('bare', []), listed('north', ['n1', 'n2']), listed('south', ['s1'])],
    };
    for (const name of ['ana', 'ada', 'gus']) {
      const answer = await farm.as(name).get(PROJECTS);
      expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: expected });
      expectCommonHeaders(answer);
    }
    expect((await foreign.as('ana').get(PROJECTS)).data).toMatchObject([
      { projectId: foreign.ids.projects['north']! },
    ]);
  });

  it('is allowed to registered users', async () => {
    expectRefusal(await system.stranger.get(PROJECTS), 401, 'B', 'unauthenticated');
    expectRefusal(await farm.program().get(PROJECTS), 401, 'B', 'invalid_token');
    expectRefusal(await farm.as('ida').get(PROJECTS), 403, 'B', 'user_not_registered');
  });
});
