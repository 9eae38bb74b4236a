import type { DescribedProject, ProjectQuery } from './ports.ts';

export class DescribeProjects {
  constructor(private readonly projects: ProjectQuery) {}

  /** The active ones with their active sectors, by name, including zones, crops and boundaries. */
  execute(companyId: string): Promise<DescribedProject[]> {
    return this.projects.described(companyId);
  }
}
