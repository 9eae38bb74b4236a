import { type ApplyOptions, declaredIn, Reconciliation } from '@furrow/kernel/declarations';
import {
  Project,
  type ProjectId,
  type ProjectDeclaration,
  Sector,
  type SectorDeclaration,
} from '../domain/index.ts';
import type { FarmRepository } from './ports.ts';

export interface ProjectEntry extends ProjectDeclaration {
  readonly sectors?: readonly SectorDeclaration[] | null | undefined;
}

/** The ids of the declared objects: projects by key, sectors by "project key/sector key". */
export interface AppliedProjects {
  readonly projects: Record<string, string>;
  readonly sectors: Record<string, string>;
}

/**
 * Applies the projects and sectors of the farm file. Those that it leaves out stay as they are, or with `prune` become
 * inactive. Applying the same file again writes nothing.
 */
export class ApplyProjects {
  constructor(private readonly repository: FarmRepository) {}

  /** @throws ValidationFailed naming every wrong member, such as `projects[0].sectors[2].boundary` */
  async execute(entries: readonly ProjectEntry[], options: ApplyOptions): Promise<AppliedProjects> {
    const existing = await this.repository.load();
    const file = new Reconciliation(options);
    const projects = file.reconcile(
      new Map(existing.projects.map((project) => [project.key, project])),
      declaredIn('projects', entries, ({ key }) => key),
      {
        declare: (declaration, before) => before?.redeclared(declaration) ?? Project.define(declaration),
        deactivate: (project) => project.deactivated(),
      },
    );
    const located = entries.flatMap((entry, index) => {
      const project = projects.declared.get(entry.key);
      if (project === undefined) return [];
      return (entry.sectors ?? []).map((sector, at) => ({
        declaration: { ...sector, projectId: project.id },
        path: `projects[${index}].sectors[${at}]`,
        key: sectorKey(project.id, sector.key),
        label: `${entry.key}/${sector.key}`,
      }));
    });
    const sectors = file.reconcile(
      new Map(existing.sectors.map((sector) => [sectorKey(sector.projectId, sector.key), sector])),
      located,
      {
        declare: (declaration, before) =>
          before?.redeclared(declaration) ?? Sector.define(declaration.projectId, declaration),
        deactivate: (sector) => sector.deactivated(),
      },
    );
    file.assertValid();

    await this.repository.save(
      [...projects.added, ...projects.changed],
      [...sectors.added, ...sectors.changed],
    );
    return {
      projects: idsOf(entries.map(({ key }) => [key, projects.declared.get(key)])),
      sectors: idsOf(located.map(({ label, key }) => [label, sectors.declared.get(key)])),
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
