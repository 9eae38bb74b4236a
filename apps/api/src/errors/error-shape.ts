import type { ErrorShape } from '@furrow/http';

const ANSWER_A = [
  '/api/control/harvest',
  '/api/control/phytosanitary/summary',
  '/api/control/phytosanitary/company-summary',
];

/** Depends on the path alone, because a request may be refused before a handler is chosen. */
export function shapeOf(path: string): ErrorShape {
  return ANSWER_A.includes(withoutLastSlashes(path).toLowerCase()) ? 'A' : 'B';
}

/** In one pass: a regular expression for trailing slashes would be tried at every slash. */
function withoutLastSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}
