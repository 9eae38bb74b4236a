export const READINGS = ['weather', 'plant', 'soil'] as const;
export type ReadingKind = (typeof READINGS)[number];

/** As it was sent, with the place of its device. */
export interface Reading {
  /** Epoch milliseconds. */
  readonly ts: number;
  readonly sectorId: string | null;
  readonly [member: string]: number | string | null;
}

/** An irrigation event as it was sent; instants are epoch milliseconds. */
export interface EventSent {
  readonly deviceId: string;
  readonly eventId: string;
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** m³ */
  readonly volume: number | null;
}

export type Message =
  | { readonly kind: ReadingKind; readonly sent: Reading }
  | { readonly kind: 'irrigation'; readonly sent: EventSent };

/** What was acknowledged for one project, and therefore must be in its series. */
export class Ledger {
  readonly readings: Readonly<Record<ReadingKind, Reading[]>> = { weather: [], plant: [], soil: [] };
  /** By device and event, as last acknowledged. */
  readonly events = new Map<string, EventSent>();

  constructor(readonly projectId: string) {}

  enter({ kind, sent }: Message): void {
    if (kind === 'irrigation') this.events.set(`${sent.deviceId} ${sent.eventId}`, sent);
    else this.readings[kind].push(sent);
  }
}

export class Counts {
  sent = 0;
  acknowledged = 0;
  rejected = 0;
  reconnects = 0;
  connected = 0;
  /** Count of rejected items by reason. */
  readonly reasons = new Map<string, number>();

  reject(code: string): void {
    this.rejected++;
    this.reasons.set(code, (this.reasons.get(code) ?? 0) + 1);
  }
}
