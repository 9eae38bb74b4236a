import { ProjectDirectory } from '@furrow/agronomy';
import type { Transaction } from '@furrow/database';
import { isId } from '@furrow/kernel';
import type { ProjectLookup, RestProject } from '../../application/ports.ts';

/** Projects read from agronomy. */
export class AgronomyProjects implements ProjectLookup {
  constructor(private readonly tx: Transaction) {}

  async find(projectId: string): Promise<RestProject | undefined> {
    if (!isId(projectId)) return undefined;
    const found = (await new ProjectDirectory().projects(this.tx, [projectId])).get(projectId);
    return found && { projectId, timezone: found.timezone };
  }
}
