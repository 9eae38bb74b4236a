import type { Entry, Item } from '@furrow/client';
import { partedWhole } from '@furrow/production/parting';

/** Measures have six decimals, which floating-point numbers do not keep. */
export const MILLIONTHS = 1_000_000;
export const inMillionths = (value: number): number => Math.round(value * MILLIONTHS);

/**
 * What somebody did on this phone, or a record that the office told of a session: it stays for two weeks, also after
 * the office has it.
 */
export interface Row {
  /** The id of the item in the outbox; of a record that the office told `office:` and its id there. */
  readonly id: string;
  readonly kind: Item['kind'];
  readonly at: string;
  /** Its place among the others, in milliseconds since 1970: the clock of a phone may be set back. Without it `at` tells. */
  readonly order?: number;
  readonly isFromOffice?: true;
  /** Of a record: */
  readonly session?: string;
  readonly clientEventId?: string;
  readonly recordId?: string;
  /** Empty if it is shared. */
  readonly workerId?: string;
  readonly units?: number;
  /** The parts of those who share it. */
  readonly shares?: readonly Part[];
  /** The code that was scanned. */
  readonly code?: string;
  readonly isVoided?: true;
  /** Somebody gave it up, so it is not waited for. */
  readonly isDiscarded?: true;
}

/** What of a shared record counts for one worker. */
interface Part {
  readonly workerId: string;
  readonly units: number;
}

/** A record that counts, or did before it was voided. */
export type RecordRow = Row & {
  readonly session: string;
  readonly workerId: string;
  readonly clientEventId: string;
};

/** What counts for whom. */
export const partsOf = ({ workerId, units = 0, shares }: RecordRow): readonly Part[] =>
  shares ?? [{ workerId, units }];

export const isRecord = (row: Row): row is RecordRow => row.kind === 'record';

export const counts = (row: Row): row is RecordRow =>
  isRecord(row) && row.isVoided !== true && row.isDiscarded !== true;

export const isItem = (entry: Entry): entry is Item => entry.kind !== 'receipts' && entry.state !== 'opened';

/** What is stored with an item, in the same transaction. */
export interface Along {
  /** What a record in containers comes to: its row has units, its item has containers. */
  readonly units?: number;
  /** Documents with what they contain from then on; null erases one. */
  readonly documents?: Readonly<Record<string, unknown>>;
}

/** By what the office recognizes an item; empty where it has nothing of its own. */
export function itemKeyOf({ body }: Item): string {
  const { clientEventId, clientRecordId } = body as { clientEventId?: string; clientRecordId?: string };
  return clientEventId ?? clientRecordId ?? '';
}

/** A session of the user as this phone knows it. */
export interface PhoneSession {
  /** The id that this phone gave it, else the office's: rows name it by this. */
  readonly key: string;
  /** The office's, once it is known. */
  readonly sessionId?: string;
  readonly projectId: string;
  readonly sectorId: string;
  readonly sectorName: string;
  readonly openedAt: string;
  readonly unit?: string | null;
  readonly isClosed?: true;
}

/**
 * The row of an item.
 *
 * @param keyOf the key of the session that it names
 * @param unitsOf the units of a record in containers; undefined where this page did not count them
 */
export function rowOf(
  entry: Item,
  keyOf: (named: SessionName) => string,
  unitsOf: (clientEventId: string) => number | undefined,
): Row {
  const { id, kind, queuedAt: at, order } = entry;
  if (entry.kind !== 'record') return { id, kind, at, order };
  const { body } = entry;
  const units = body.units ?? unitsOf(body.clientEventId);
  return {
    ...{ id, kind, at: body.recordedAt, order, session: keyOf(body), clientEventId: body.clientEventId },
    ...{ workerId: workerOf(body), ...(units !== undefined && { units }), ...codeOf(body) },
    ...(body.shares && units !== undefined && { shares: sharedOut(units, body.shares) }),
  };
}

export interface SessionName {
  readonly sessionId?: string | undefined;
  readonly sessionLocalId?: string | undefined;
}

/** The parts of those who share units, as the office parts them. */
function sharedOut(
  units: number,
  shares: readonly {
    readonly workerId?: string | null | undefined;
    readonly weight?: number | null | undefined;
  }[],
): readonly Part[] {
  const weighed = shares.map(({ workerId, weight }) => {
    return { workerId: workerId ?? '', weight: BigInt(inMillionths(weight ?? 1)) };
  });
  const parts = partedWhole(BigInt(inMillionths(units)), weighed);
  return weighed.map(({ workerId }, i) => ({ workerId, units: Number(parts[i]) / MILLIONTHS }));
}

const workerOf = ({ workerId, workerLocalId }: { workerId?: string | null; workerLocalId?: string }) =>
  workerId ?? workerLocalId ?? '';

function codeOf(body: object): { code?: string } {
  const { capture } = body as { readonly capture?: { readonly badge?: string } };
  return capture?.badge === undefined ? {} : { code: capture.badge };
}

/** The session of an item that opens one. */
export function sessionOf({ body }: Extract<Item, { kind: 'session' }>): PhoneSession {
  const { localId: key, projectId, sectorId, sector_name: sectorName, openedAt, samplingUnit } = body;
  return { key, projectId, sectorId, sectorName, openedAt, unit: samplingUnit ?? null };
}
