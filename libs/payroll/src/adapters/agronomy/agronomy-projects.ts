import { ProjectDirectory } from '@furrow/agronomy';
import type { Transaction } from '@furrow/platform';

export const hasProjectIn = async (tx: Transaction, projectId: string): Promise<boolean> =>
  (await new ProjectDirectory().project(tx, projectId)) !== undefined;
