import type { Transaction } from '@furrow/database';
import type { WatchedFarm } from '../application/alert-ports.ts';
import { activeDevices } from './access/access-devices.ts';
import { projectsOf } from './agronomy/agronomy-projects.ts';

export class ContextsWatchedFarm implements WatchedFarm {
  constructor(private readonly tx: Transaction) {}

  async projectId(project: string): Promise<string | undefined> {
    const projects = await projectsOf(this.tx);
    return projects.find(({ key, projectId }) => key === project || projectId === project)?.projectId;
  }

  async projectKeys(): Promise<ReadonlyMap<string, string>> {
    const projects = await projectsOf(this.tx);
    return new Map(projects.map(({ key, projectId }) => [projectId, key]));
  }

  devices(projectId: string): Promise<readonly string[]> {
    return activeDevices(this.tx, projectId);
  }
}
