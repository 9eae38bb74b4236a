import { EarlyRequest } from './early-request.ts';
import { dataOf, furrow } from './furrow.ts';
import type { Today } from './types.ts';

/** What the farm is doing today. The cookie of the page decides whose answer it is, so it can be requested early. */
export const today = new EarlyRequest<Today>((signal) =>
  dataOf(furrow.GET('/api/console/today', { signal: signal ?? null })),
);
