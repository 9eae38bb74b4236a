import type { BodyOf } from '../../answer.ts';
import { receiptWith, type SingleKind } from './item-kind.ts';

const TREATMENTS = '/api/control/treatments';
type Wire = BodyOf<typeof TREATMENTS, 'post'>;

/** A treatment. `clientEventId` defaults to a new id. */
export type NewTreatment = Omit<Wire, 'clientEventId'> & Partial<Pick<Wire, 'clientEventId'>>;

export const treatment: SingleKind<NewTreatment, Wire> = {
  key: 'clientEventId',
  prepare: (item, stamp) => ({ ...item, clientEventId: item.clientEventId ?? stamp.id() }),
  needs: () => [],
  send: (body, { furrow, signal }) => furrow.POST(TREATMENTS, { body, ...(signal && { signal }) }),
  receiptOf: (answer, status) => receiptWith('treatmentId', answer, status),
};
