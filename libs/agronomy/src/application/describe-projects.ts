import { type GrowingSeasons, growingSeasonsOf } from '../domain/index.ts';
import type { DescribedProject, ProjectQuery } from './ports.ts';

export class DescribeProjects {
  constructor(private readonly projects: ProjectQuery) {}

  /** The active ones with their active sectors, by name, including zones, crops, boundaries and seasons. */
  async execute(companyId: string): Promise<(DescribedProject & { readonly seasons: GrowingSeasons })[]> {
    const projects = await this.projects.described(companyId);
    return projects.map((project) => {
      const boundaries = project.sectors.map(({ boundary }) => boundary);
      return { ...project, seasons: growingSeasonsOf(boundaries) };
    });
  }
}
