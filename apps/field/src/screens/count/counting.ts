import { newId } from '@furrow/client';
import type { Picker } from '../../office/answers.ts';
import type { UserPhone } from '../../office/user-phone.ts';
import { counts, partsOf, type PhoneSession, type RecordRow } from '../../phone/row.ts';
import type { Signal } from '../../scanner/signals.ts';
import { type Amount, type AmountProblem, amountOf, isAmount, type Measure } from './amount/amount.ts';

/** How a code came in, as the API names it. */
export type Method = 'qr' | 'nfc' | 'keyboard' | 'manual';

/** Who is counted for. */
export type Worker = Pick<Picker, 'id' | 'name'>;

export type ScanProblem = AmountProblem | { readonly is: 'too-few-sharers' | 'too-many-sharers' };

/** What became of a scan. */
export interface Scan {
  readonly kind: Signal;
  readonly code?: string;
  readonly method: Method;
  /** Several, if they share it. */
  readonly workers?: readonly Worker[];
  readonly units?: number;
  /** Why nothing was stored. */
  readonly reason?: string;
  readonly problem?: ScanProblem;
}

/** Records what somebody brought, or several who share it. It is stored on the phone when this resolves, whatever the network does. */
export async function record(
  phone: UserPhone,
  session: PhoneSession,
  workers: readonly Worker[],
  measure: Measure,
  scan: { readonly method: Method; readonly code?: string; readonly repeatSeconds?: number },
): Promise<Scan> {
  const at = Date.now();
  const { method, code } = scan;
  const known = { method, workers, ...(code !== undefined && { code }) };
  const amount = amountOf(measure);
  if (!isAmount(amount)) return { ...known, kind: 'failed', problem: amount };
  const counted = { ...known, units: amount.units };
  const kind = isRepeat(phone, session, workers, at, scan.repeatSeconds ?? 0) ? 'repeated' : 'good';
  try {
    await put(phone, session, amount, {
      ...{ ...whoOf(workers), recordedAt: new Date(at).toISOString() },
      ...captureOf(scan),
    });
    return { ...counted, kind };
  } catch (error) {
    return { ...counted, kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}

async function put(
  phone: UserPhone,
  { key, sessionId }: PhoneSession,
  { sent, units }: Amount,
  record: Who & { readonly recordedAt: string },
): Promise<void> {
  const clientEventId = newId();
  phone.store.putAlong(clientEventId, { units });
  await phone.outbox.add({
    ...(sessionId === undefined ? { sessionLocalId: key } : { sessionId }),
    ...{ ...record, ...sent, clientEventId },
  });
}

type Who = { readonly workerId: string } | { readonly shares: readonly { readonly workerId: string }[] };

function whoOf(workers: readonly Worker[]): Who {
  const shares = workers.map(({ id }) => ({ workerId: id }));
  const [first, ...others] = shares;
  return first && others.length === 0 ? first : { shares };
}

/** How it came in, which the office keeps; one of an older version drops it. */
function captureOf({ method, code }: Pick<Scan, 'method' | 'code'>): object {
  return { capture: { method, ...(code !== undefined && { badge: code }) } };
}

function isRepeat(
  phone: UserPhone,
  { key }: PhoneSession,
  workers: readonly Worker[],
  at: number,
  seconds: number,
) {
  const isTheirs = (row: RecordRow) =>
    partsOf(row).some(({ workerId }) => workers.some(({ id }) => id === workerId));
  const within = seconds * 1_000;
  if (within <= 0) return false;
  for (const row of phone.ledger.recordsOf(key)) {
    const age = at - Date.parse(row.at);
    // The latest come first; those from before the clock was set back are ahead of it.
    if (age > within) return false;
    if (age >= -within && counts(row) && isTheirs(row)) return true;
  }
  return false;
}
