import type { BodyOf } from '../../answer.ts';
import { receiptWith, type SingleKind } from './item-kind.ts';

const TREATMENTS = '/api/control/treatments';
type Wire = BodyOf<typeof TREATMENTS, 'post'>;

/** What was sprayed, where and when. `clientEventId` is made where it is left out. */
export type NewTreatment = Omit<Wire, 'clientEventId'> & Partial<Pick<Wire, 'clientEventId'>>;

export const treatment: SingleKind<NewTreatment, Wire> = {
  key: 'clientEventId',
  prepare: (item, stamp) => ({ ...item, clientEventId: item.clientEventId ?? stamp.id() }),
  needs: () => [],
  send: (body, { furrow, signal }) => furrow.POST(TREATMENTS, { body, ...(signal && { signal }) }),
  receiptOf: (answer, status) => receiptWith('treatmentId', answer, status),
};
