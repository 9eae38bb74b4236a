import type { Receipt } from '@furrow/payroll/domain';
import { about, count, dateTime, idOf, listOf, named, success, text, type Value } from '../openapi/schema.ts';

const members = {
  receiptId: about(idOf('receipt'), 'By which it is revoked'),
  workerId: about(idOf('worker'), 'Whose days it shows'),
  days: about(count, 'How many local days it shows, today included', 7),
  createdAt: about(dateTime, 'When it was issued'),
  expiresAt: about(dateTime, 'Until when the link works'),
};

const receipt = named('Receipt', 'That a worker may see the own last days without an account.', members);
const issued = named('IssuedReceipt', 'A receipt with its link, which is shown once.', {
  ...members,
  url: about(text, 'The page, for the worker alone', 'https://furrow.example/my/AZnGpH07fFKfDiuKTW'),
});

export const ISSUED_RECEIPT = success(issued);
export const RECEIPTS = success(listOf(receipt));

export const receiptAnswer = ({
  createdAt,
  expiresAt,
  receiptId,
  workerId,
  days,
}: Receipt): Value<typeof receipt> => ({
  ...{ receiptId, workerId, days },
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});
