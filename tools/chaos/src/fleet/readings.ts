/** The reading with this number of a device; no two of one device are equal. */
export function readingOf(firstTs: number, number: number): { ts: number; te: number } {
  return { ts: firstTs + number * 1_000, te: 10 + (number % 200) / 10 };
}

/** One device's own account of its readings, which are numbered from 0. */
export interface DeviceAccount {
  readonly deviceId: string;
  readonly sent: number;
  readonly acknowledged: readonly number[];
  /** The time of each acknowledgement, epoch milliseconds. */
  readonly acknowledgedAt: readonly number[];
}

/** The stored readings of one device. */
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
  /** Acknowledged and not stored. */
  readonly lost: number;
  /** Acknowledged and not stored, within a window in which the broker promises no durability. */
  readonly excused: number;
  /** Stored more than once. */
  readonly doubled: number;
  /** Stored with other values than were sent. */
  readonly altered: number;
  /** Stored and never sent. */
  readonly unwanted: number;
}

/**
 * Compares the devices' acknowledgements with the stored readings.
 *
 * @param isExcused whether a reading acknowledged at a time (epoch milliseconds) may be missing
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
