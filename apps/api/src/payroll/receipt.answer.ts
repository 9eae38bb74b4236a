import type { Receipt } from '@furrow/payroll/domain';
import * as s from '../openapi/schema.ts';

const members = {
  receiptId: s.about(s.idOf('receipt'), 'By which it is revoked'),
  workerId: s.about(s.idOf('worker'), 'Whose days it shows'),
  days: s.about(s.count, 'How many local days it shows, today included', 7),
  createdAt: s.about(s.dateTime, 'When it was issued'),
  expiresAt: s.about(s.dateTime, 'Until when the link works'),
};

const receipt = s.named('Receipt', 'That a worker may see the own last days without an account.', members);
const issued = s.named('IssuedReceipt', 'A receipt with its link, which is shown once.', {
  ...members,
  url: s.about(s.text, 'The page, for the worker alone', 'https://furrow.example/my/AZnGpH07fFKfDiuKTW'),
});

export const ISSUED_RECEIPT = s.success(issued);
export const RECEIPTS = s.success(s.listOf(receipt));

export const receiptAnswer = ({
  createdAt,
  expiresAt,
  receiptId,
  workerId,
  days,
}: Receipt): s.Value<typeof receipt> => ({
  ...{ receiptId, workerId, days },
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});
