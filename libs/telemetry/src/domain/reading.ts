export const TELEMETRY_KINDS = ['weather', 'plant', 'irrigation'] as const;
export type TelemetryKind = (typeof TELEMETRY_KINDS)[number];

/** A weather station's values at one instant; null where a sensor is dead or was not asked. */
export interface WeatherReading {
  /** Epoch milliseconds. */
  readonly ts: number;
  /** Air temperature, °C. */
  readonly te: number | null;
  /** Relative humidity, %. */
  readonly hr: number | null;
  /** Wind speed, m/s. */
  readonly wind: number | null;
}

/** One KPI of plants in a sector at one instant. */
export interface PlantReading {
  /** Epoch milliseconds. */
  readonly ts: number;
  readonly kpi: string;
  readonly value: number;
  /** Key or id of a sector; null: where the device stands. */
  readonly sector: string | null;
}

/** Water given, told when it begins and again, under the same id, when it ends. */
export interface IrrigationEvent {
  /** The device's name for it. */
  readonly eventId: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Epoch milliseconds; null: still running. */
  readonly endedAt: number | null;
  /** m³; null: not known yet. */
  readonly volume: number | null;
  /** Key or id of a sector; null: where the device stands. */
  readonly sector: string | null;
}

/** What a device sends of each kind. */
export interface ReadingOf {
  readonly weather: WeatherReading;
  readonly plant: PlantReading;
  readonly irrigation: IrrigationEvent;
}
