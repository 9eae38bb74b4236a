import type { ProductionRecord } from '../../api/types.ts';

/** Whose a record is: the worker, or all who share it. */
export const namesOf = ({ worker_name: worker, shares }: ProductionRecord): string =>
  shares ? shares.map(({ worker_name: name }) => name).join(', ') : (worker ?? '');
