/**
 * Gathers what comes before the process next waits, and hands all of it over together: the same thing a hundred times
 * in a row costs a fraction of what it costs between others.
 */
export function onceATurn<T>(take: (items: readonly T[]) => void): (item: T) => void {
  let gathered: T[] = [];
  const handOver = () => {
    const items = gathered;
    gathered = [];
    take(items);
  };
  return (item) => {
    if (gathered.push(item) === 1) setImmediate(handOver);
  };
}
