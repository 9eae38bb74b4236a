import { newId } from '@furrow/client';
import type { Picker } from '../../office/answers.ts';
import type { UserPhone } from '../../office/user-phone.ts';
import { counts, partsOf, type PhoneSession } from '../../phone/row.ts';
import type { Signal } from '../../scanner/signals.ts';
import { type Amount, type AmountProblem, amountOf, isAmount, type Measure } from './amount/amount.ts';

/** How a code came in, as the API names it. */
export type Method = 'qr' | 'nfc' | 'keyboard' | 'manual';

/** What became of a scan. */
export interface Scan {
  /** Differs between two scans of the same code. */
  readonly id: string;
  readonly kind: Signal;
  readonly code?: string;
  readonly method: Method;
  readonly picker?: Picker;
  readonly units?: number;
  /** Why nothing was stored. */
  readonly reason?: string;
  readonly problem?: AmountProblem;
  readonly atMs: number;
}

/** Records what somebody brought. It is stored on the phone when this resolves, whatever the network does. */
export async function record(
  phone: UserPhone,
  session: PhoneSession,
  picker: Picker,
  measure: Measure,
  scan: { readonly method: Method; readonly code?: string; readonly repeatSeconds?: number },
): Promise<Scan> {
  const at = Date.now();
  const { method, code } = scan;
  const known = { id: newId(), method, picker, atMs: at, ...(code !== undefined && { code }) };
  const amount = amountOf(measure);
  if (!isAmount(amount)) return { ...known, kind: 'failed', problem: amount };
  const told = { ...known, units: amount.units };
  const kind = isRepeat(phone, session, picker, at, scan.repeatSeconds ?? 0) ? 'repeated' : 'good';
  try {
    await put(phone, session, amount, {
      ...{ workerId: picker.id, recordedAt: new Date(at).toISOString() },
      ...captureOf(scan),
    });
    return { ...told, kind };
  } catch (error) {
    return { ...told, kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}

async function put(
  phone: UserPhone,
  { key, sessionId }: PhoneSession,
  { sent, units }: Amount,
  record: { readonly workerId: string; readonly recordedAt: string },
): Promise<void> {
  const clientEventId = newId();
  phone.store.count(clientEventId, units);
  await phone.outbox.add({
    ...(sessionId === undefined ? { sessionLocalId: key } : { sessionId }),
    ...{ ...record, ...sent, clientEventId },
  });
}

/** How it came in, which the office keeps; one of an older version drops it. */
function captureOf({ method, code }: Pick<Scan, 'method' | 'code'>): object {
  return { capture: { method, ...(code !== undefined && { badge: code }) } };
}

function isRepeat(phone: UserPhone, { key }: PhoneSession, picker: Picker, at: number, seconds: number) {
  if (seconds <= 0) return false;
  return phone.ledger
    .recordsOf(key)
    .some(
      (row) =>
        partsOf(row).some(({ workerId }) => workerId === picker.id) &&
        counts(row) &&
        at - Date.parse(row.at) <= seconds * 1_000,
    );
}
