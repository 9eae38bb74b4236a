import { ValidationFailed } from '@furrow/kernel';
import {
  Project,
  type ProjectId,
  type ProjectStatement,
  Sector,
  type SectorStatement,
} from '../domain/index.ts';
import type { FarmRepository } from './ports.ts';
import { reconcile } from './reconcile.ts';

export interface ProjectEntry extends ProjectStatement {
  readonly sectors?: readonly SectorStatement[] | null | undefined;
}

/** Ids of what was stated: projects by key, sectors by "project key/sector key". */
export interface AppliedProjects {
  readonly projects: Record<string, string>;
  readonly sectors: Record<string, string>;
}

/**
 * Makes projects and sectors what the operator's file says. What it leaves out stays as it is, or with `prune`
 * becomes inactive. Stating the same again writes nothing.
 */
export class ApplyProjects {
  constructor(private readonly repository: FarmRepository) {}

  /** @throws ValidationFailed naming every wrong place, such as `projects[0].sectors[2].boundary` */
  async execute(entries: readonly ProjectEntry[], options: { prune: boolean }): Promise<AppliedProjects> {
    const existing = await this.repository.load();
    const projects = reconcile(
      new Map(existing.projects.map((project) => [project.key, project])),
      entries.map((statement, index) => ({ statement, place: `projects[${index}]`, key: statement.key })),
      (statement) => Project.define(statement),
      options,
    );
    const located = entries.flatMap((entry, index) => {
      const project = projects.stated.get(entry.key);
      if (project === undefined) return [];
      return (entry.sectors ?? []).map((sector, at) => ({
        statement: { ...sector, projectId: project.id },
        place: `projects[${index}].sectors[${at}]`,
        key: sectorKey(project.id, sector.key),
        label: `${entry.key}/${sector.key}`,
      }));
    });
    const sectors = reconcile(
      new Map(existing.sectors.map((sector) => [sectorKey(sector.projectId, sector.key), sector])),
      located,
      (statement) => Sector.define(statement.projectId, statement),
      options,
    );
    const problems = [...projects.problems, ...sectors.problems];
    if (problems.length > 0) throw new ValidationFailed(problems);

    await this.repository.save(projects.changed, sectors.changed);
    return {
      projects: idsOf(entries.map(({ key }) => [key, projects.stated.get(key)])),
      sectors: idsOf(located.map(({ label, key }) => [label, sectors.stated.get(key)])),
    };
  }
}

function idsOf(
  named: (readonly [name: string, item: Project | Sector | undefined])[],
): Record<string, string> {
  return Object.fromEntries(named.flatMap(([name, item]) => (item === undefined ? [] : [[name, item.id]])));
}

function sectorKey(projectId: ProjectId, key: string): string {
  return `${projectId}/${key}`;
}
