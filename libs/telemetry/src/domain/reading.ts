export const TELEMETRY_KINDS = ['weather', 'plant', 'irrigation', 'soil'] as const;
export type TelemetryKind = (typeof TELEMETRY_KINDS)[number];

/** What most weather stations measure; QUANTITIES has units and ranges. */
export const PLAIN_WEATHER = ['te', 'hr', 'wind'] as const;
export type PlainWeather = (typeof PLAIN_WEATHER)[number];

/** Members that most stations do not send, and that a series includes on request. */
export const EXTRA_WEATHER = ['rain', 'rad', 'par', 'wet', 'pressure', 'gust', 'dir'] as const;
export type ExtraWeather = (typeof EXTRA_WEATHER)[number];

/** All of them. */
export const WEATHER_MEMBERS = [...PLAIN_WEATHER, ...EXTRA_WEATHER] as const;
export type WeatherMember = PlainWeather | ExtraWeather;

/** Amounts since the previous reading, which are summed where the others are averaged. */
export const WEATHER_AMOUNTS: ReadonlySet<WeatherMember> = new Set(['rain', 'wet']);

/** Angles, whose mean is the direction of the sum of their unit vectors: 350° and 10° average to 0°. */
export const WEATHER_DIRECTIONS: ReadonlySet<WeatherMember> = new Set(['dir']);

/** A weather station's values at one instant; null if a sensor failed or was not read. */
export interface WeatherReading extends Readonly<Record<WeatherMember, number | null>> {
  /** Epoch milliseconds. */
  readonly ts: number;
}

/** Whether a reading has any member that most stations do not send. */
export function hasExtraWeather(reading: WeatherReading): boolean {
  return EXTRA_WEATHER.some((member) => reading[member] !== null);
}

/** What a soil probe measures at one depth; QUANTITIES has units and ranges. */
export const SOIL_MEMBERS = ['moisture', 'temperature', 'ec', 'tension'] as const;
export type SoilMember = (typeof SOIL_MEMBERS)[number];

/** A soil probe's values at one depth and instant; null if a sensor failed or was not read. */
export interface SoilReading extends Readonly<Record<SoilMember, number | null>> {
  /** Epoch milliseconds. */
  readonly ts: number;
  /** Below the surface, cm. */
  readonly depth: number;
}

/** One KPI of plants in a sector at one instant. */
export interface PlantReading {
  /** Epoch milliseconds. */
  readonly ts: number;
  readonly kpi: string;
  readonly value: number;
  /** Key or id of a sector; null: that of the device. */
  readonly sector: string | null;
}

/** An irrigation, sent when it begins and again, with the same id, when it ends. */
export interface IrrigationEvent {
  /** The device's id for it. */
  readonly eventId: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Epoch milliseconds; null: still running. */
  readonly endedAt: number | null;
  /** m³; null: not known yet. */
  readonly volume: number | null;
  /** Key or id of a sector; null: that of the device. */
  readonly sector: string | null;
}

/** The reading of each kind. */
export interface ReadingOf {
  readonly weather: WeatherReading;
  readonly plant: PlantReading;
  readonly irrigation: IrrigationEvent;
  readonly soil: SoilReading;
}
