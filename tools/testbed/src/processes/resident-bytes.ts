import { readFileSync } from 'node:fs';

/** Resident bytes of a process; 0 where the system does not tell. */
export function residentBytes(pid: number): number {
  try {
    return 1_024 * Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
