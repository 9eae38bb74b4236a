/** One listener for all of it, because a test run starts and ends many things. */
const works = new Set<() => void>();
process.once('exit', () => {
  for (const work of works) work();
});

/** Does this as this process ends, without waiting for anything. @returns a function that withdraws it */
export function atExit(work: () => void): () => void {
  works.add(work);
  return () => void works.delete(work);
}
