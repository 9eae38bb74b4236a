import { residentBytes } from '@furrow/testbed';

/**
 * Samples the resident memory of a process.
 * @returns a function that stops it and returns bytes
 */
export function watchMemory({ pid }: { readonly pid: number }, everyMs = 5) {
  const before = residentBytes(pid);
  let peak = before;
  const sampling = setInterval(() => (peak = Math.max(peak, residentBytes(pid))), everyMs);
  return () => {
    clearInterval(sampling);
    return { before, peak, growth: peak - before };
  };
}
