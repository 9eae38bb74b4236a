import type { TelemetryKind } from '@furrow/telemetry/domain';

/** A reading as it was sent. Times are epoch milliseconds. */
export interface WeatherSent {
  readonly ts: number;
  readonly te: number;
  readonly hr: number;
  readonly wind: number;
  readonly rain: number;
  readonly rad: number;
  readonly par: number;
  readonly wet: number;
  readonly pressure: number;
  readonly gust: number;
  readonly dir: number;
}

export interface PlantSent {
  readonly ts: number;
  readonly kpi: string;
  readonly value: number;
  readonly sectorId: string | null;
}

export interface SoilSent {
  readonly ts: number;
  readonly depth: number;
  readonly moisture: number;
  readonly temperature: number;
  readonly ec: number;
  readonly tension: number;
  readonly sectorId: string | null;
}

export interface EventSent {
  readonly deviceId: string;
  readonly eventId: string;
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** m³ */
  readonly volume: number | null;
}

/** What was acknowledged for one project, and therefore must be in its series. */
export class Ledger {
  readonly weather: WeatherSent[] = [];
  readonly plant: PlantSent[] = [];
  readonly soil: SoilSent[] = [];
  /** By device and event, as last acknowledged. */
  readonly events = new Map<string, EventSent>();

  constructor(readonly projectId: string) {}

  addEvent(event: EventSent): void {
    this.events.set(`${event.deviceId} ${event.eventId}`, event);
  }
}

/** One ledger per project, because points of its series are means over all its devices. */
export class Ledgers {
  readonly #byProject = new Map<string, Ledger>();

  of(projectId: string): Ledger {
    const ledger = this.#byProject.get(projectId) ?? new Ledger(projectId);
    this.#byProject.set(projectId, ledger);
    return ledger;
  }

  all(): Iterable<Ledger> {
    return this.#byProject.values();
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

export type Message =
  | { readonly kind: Extract<TelemetryKind, 'weather'>; readonly reading: WeatherSent }
  | { readonly kind: Extract<TelemetryKind, 'plant'>; readonly reading: PlantSent }
  | { readonly kind: Extract<TelemetryKind, 'soil'>; readonly reading: SoilSent }
  | { readonly kind: Extract<TelemetryKind, 'irrigation'>; readonly reading: EventSent };

export function enter(ledger: Ledger, message: Message): void {
  if (message.kind === 'weather') ledger.weather.push(message.reading);
  else if (message.kind === 'plant') ledger.plant.push(message.reading);
  else if (message.kind === 'soil') ledger.soil.push(message.reading);
  else ledger.addEvent(message.reading);
}
