import { readFileSync } from 'node:fs';
import type { RunningApi } from './stage.ts';

/** Resident bytes of a running API; 0 where the system does not tell. */
export function memoryOf({ pid }: RunningApi): number {
  try {
    return 1024 * Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
