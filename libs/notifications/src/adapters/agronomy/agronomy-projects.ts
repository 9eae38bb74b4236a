import { ProjectDirectory, type ProjectListing } from '@furrow/agronomy';
import type { Transaction } from '@furrow/database';

const directory = new ProjectDirectory();

export const projectsOf = (tx: Transaction): Promise<Pick<ProjectListing, 'key' | 'projectId'>[]> =>
  directory.all(tx);
