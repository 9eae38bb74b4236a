/** The reading of a device that has this number; any two of one device differ. */
export function readingOf(firstTs: number, number: number): { ts: number; te: number } {
  return { ts: firstTs + number * 1_000, te: 10 + (number % 200) / 10 };
}

/** What one device says of its readings, which are numbered from 0. */
export interface DeviceAccount {
  readonly deviceId: string;
  readonly sent: number;
  readonly acknowledged: readonly number[];
  /** When each of them was, epoch milliseconds. */
  readonly acknowledgedAt: readonly number[];
}

/** What the database holds of one device. */
export interface StoredReadings {
  readonly deviceId: string;
  /** Epoch milliseconds. */
  readonly ts: readonly number[];
  readonly te: readonly number[];
}

export interface ReadingsAccount {
  readonly sent: number;
  readonly acknowledged: number;
  readonly stored: number;
  /** Acknowledged, and not there, though they should be. */
  readonly lost: number;
  /** Acknowledged, and not there, which was to be expected. */
  readonly excused: number;
  /** There more than once. */
  readonly doubled: number;
  /** There, and otherwise than it was sent. */
  readonly altered: number;
  /** There, and never sent. */
  readonly unwanted: number;
}

/**
 * Holds what devices were acknowledged against what is there.
 *
 * @param isExcused whether what was acknowledged at a time (epoch milliseconds) may be missing
 */
export function readingsAccount(
  devices: readonly DeviceAccount[],
  stored: readonly StoredReadings[],
  firstTs: number,
  isExcused: (acknowledgedAt: number) => boolean = () => false,
): ReadingsAccount {
  const account = {
    sent: 0,
    acknowledged: 0,
    stored: 0,
    lost: 0,
    excused: 0,
    doubled: 0,
    altered: 0,
    unwanted: 0,
  };
  const rows = new Map(stored.map((of) => [of.deviceId, of]));
  for (const { deviceId, sent, acknowledged, acknowledgedAt } of devices) {
    const { ts = [], te = [] } = rows.get(deviceId) ?? {};
    rows.delete(deviceId);
    const there = new Set<number>();
    ts.forEach((at, row) => {
      const number = (at - firstTs) / 1_000;
      if (there.has(number)) account.doubled++;
      there.add(number);
      if (!Number.isInteger(number) || number < 0 || number >= sent) account.unwanted++;
      else if (readingOf(firstTs, number).te !== te[row]) account.altered++;
    });
    account.sent += sent;
    account.acknowledged += acknowledged.length;
    account.stored += ts.length;
    acknowledged.forEach((number, index) => {
      if (there.has(number)) return;
      if (isExcused(acknowledgedAt[index] ?? 0)) account.excused++;
      else account.lost++;
    });
  }
  for (const { ts } of rows.values()) {
    account.stored += ts.length;
    account.unwanted += ts.length;
  }
  return account;
}
