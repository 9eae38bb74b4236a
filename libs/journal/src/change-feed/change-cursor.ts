import { createHash } from 'node:crypto';
import { DomainError } from '@furrow/kernel';

const VERSION = 1;
const [EPOCH, XID, ID, CHECK] = [1, 9, 17, 33];
const BYTES = 41;
const TEXT = /^[A-Za-z0-9_-]{55}$/;

/** The change after which to continue. */
export interface FeedPosition {
  readonly xid: bigint;
  readonly id: string;
}

/** No item has this id: all items of a transaction come after it. */
export const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** The cursor belongs to another database than the current one. */
export class CursorExpired extends DomainError {
  override readonly code = 'cursor_expired';
  constructor() {
    super(
      'The database was restored or failed over after the cursor was returned. Begin again with updatedSince, the time of your last response.',
    );
  }
}

export class CursorMismatch extends DomainError {
  override readonly code = 'cursor_mismatch';
  constructor() {
    super(
      'The cursor belongs to other filters. Send the filters that it was returned for, or begin again with updatedSince.',
    );
  }
}

/** Whether a text can be a cursor. */
export function isChangeCursor(text: unknown): text is string {
  return typeof text === 'string' && TEXT.test(text) && Buffer.from(text, 'base64url')[0] === VERSION;
}

/** @param question what the cursor belongs to: the feed, the company, the filters */
export function writeCursor(epoch: string, { xid, id }: FeedPosition, question: readonly unknown[]): string {
  const bytes = Buffer.alloc(BYTES);
  bytes[0] = VERSION;
  bytesOf(epoch).copy(bytes, EPOCH);
  bytes.writeBigUInt64BE(xid, XID);
  Buffer.from(id.replaceAll('-', ''), 'hex').copy(bytes, ID);
  checkOf(bytes, question).copy(bytes, CHECK);
  return bytes.toString('base64url');
}

/** @throws CursorExpired | CursorMismatch */
export function readCursor(text: string, epoch: string, question: readonly unknown[]): FeedPosition {
  const bytes = Buffer.from(text, 'base64url');
  if (!isChangeCursor(text)) throw new CursorMismatch();
  if (!bytes.subarray(EPOCH, XID).equals(bytesOf(epoch))) throw new CursorExpired();
  if (!bytes.subarray(CHECK).equals(checkOf(bytes, question))) throw new CursorMismatch();
  const hex = bytes.subarray(ID, CHECK).toString('hex');
  return {
    xid: bytes.readBigUInt64BE(XID),
    id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  };
}

function bytesOf(epoch: string): Buffer {
  return Buffer.from(epoch.replaceAll('-', '').slice(0, 2 * (XID - EPOCH)), 'hex');
}

function checkOf(bytes: Buffer, question: readonly unknown[]): Buffer {
  return createHash('sha256')
    .update(bytes.subarray(0, CHECK))
    .update(JSON.stringify(question))
    .digest()
    .subarray(0, BYTES - CHECK);
}
