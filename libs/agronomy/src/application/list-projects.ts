import type { ListedProject, ProjectQuery } from './ports.ts';

export class ListProjects {
  constructor(private readonly projects: ProjectQuery) {}

  /** The active ones with their active sectors, by name. */
  execute(companyId: string): Promise<ListedProject[]> {
    return this.projects.active(companyId);
  }
}
