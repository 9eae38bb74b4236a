import type { ErrorShape } from '@furrow/http';

const ANSWER_A = ['/api/control', '/api/console'].flatMap((door) => [
  `${door}/harvest`,
  `${door}/phytosanitary/summary`,
  `${door}/phytosanitary/company-summary`,
]);

/** By path alone, since a request may be refused before any handler is chosen for it. */
export function shapeOf(path: string): ErrorShape {
  return ANSWER_A.includes(withoutLastSlashes(path).toLowerCase()) ? 'A' : 'B';
}

/** In one pass: an expression that looks for slashes at the end begins at each that is not. */
function withoutLastSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}
