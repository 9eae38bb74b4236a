import { EarlyRequest } from './early-request.ts';
import { dataOf, furrow } from './furrow.ts';
import type { Rest } from './types.ts';

/** Workers on running shifts and their next rest. Today shows nothing before it is known, so it is requested early. */
export const rests = new EarlyRequest<readonly Rest[]>((signal) =>
  dataOf(furrow.GET('/api/control/rest', { signal: signal ?? null })),
);
