import { readFileSync } from 'node:fs';

/** Resident bytes of a process; 0 where the system does not tell. */
export function residentBytes(pid: number): number {
  try {
    return 1_024 * Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/**
 * Samples the resident memory of a process.
 * @returns a function that stops it and returns bytes; all are 0 where the system does not tell
 */
export function watchMemory({ pid }: { readonly pid: number }, everyMs = 100) {
  const before = residentBytes(pid);
  let peak = before;
  const look = () => (peak = Math.max(peak, residentBytes(pid)));
  const sampling = setInterval(look, everyMs);
  return () => {
    clearInterval(sampling);
    look();
    return { before, peak, growth: peak - before };
  };
}
