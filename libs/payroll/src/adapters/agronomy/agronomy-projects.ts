import { ProjectDirectory } from '@furrow/agronomy';
import type { Transaction } from '@furrow/database';

export const projectNameIn = async (tx: Transaction, projectId: string): Promise<string | undefined> =>
  (await new ProjectDirectory().project(tx, projectId))?.name;
