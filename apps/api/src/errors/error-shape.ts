import type { ErrorShape } from '@furrow/http';

const ANSWER_A = [
  '/api/control/harvest',
  '/api/control/phytosanitary/summary',
  '/api/control/phytosanitary/company-summary',
];

/** By path alone, since a request may be refused before any handler is chosen for it. */
export function shapeOf(path: string): ErrorShape {
  const plain = path.toLowerCase().replace(/\/+$/, '');
  return ANSWER_A.includes(plain) ? 'A' : 'B';
}
