import { type Maker, northOf, query, today } from './reads.ts';
import type { Refused } from './rows.ts';

const REST = '/api/control/rest';
const NO_PROJECT: Refused = [404, 'project_not_found'];

/** Who is due for a rest, and who was. */
export const REST_REQUESTS: Readonly<Record<string, Maker>> = {
  rest_now: (farm) => [
    { path: REST, own: 200, foreign: 200, other: 200 },
    {
      ...{ path: `${REST}?${query({ projectId: northOf(farm).projectId })}`, own: 200, other: 200 },
      foreign: NO_PROJECT,
    },
  ],
  rest_due: (farm) => ({
    path: `${REST}/due?${query({ projectId: northOf(farm).projectId, from: today(), to: today() })}`,
    ...{ own: 200, other: 200, foreign: NO_PROJECT },
  }),
};
