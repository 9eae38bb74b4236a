export { localTime, offsetText } from '@furrow/kernel';
export { isPhytosanitary, PHYTOSANITARY_KPIS, type PhytosanitaryKpi, readItem } from './items.ts';
export {
  LOCAL_INTERVALS,
  type LocalBucket,
  LocalBuckets,
  type LocalInterval,
  WIDTHS,
} from './local-buckets.ts';
export { isLocalDateTime, LocalRange, type WrittenRange } from './local-range.ts';
export { mappingProblems } from './lorawan/mapping.ts';
export { LORAWAN_NETWORKS, type LorawanNetwork } from './lorawan/uplink.ts';
export { itemsOf, MAX_ITEMS, MAX_PAYLOAD_BYTES } from './payload.ts';
export {
  CONFLICT,
  type Problem,
  PROBLEM_CODES,
  type ProblemCode,
  REFUSED,
  SECTOR_NOT_FOUND,
} from './problem.ts';
export { type Quantity, QUANTITIES, type Range } from './quantities.ts';
export {
  EXTRA_WEATHER,
  type ExtraWeather,
  hasExtraWeather,
  type IrrigationEvent,
  PLAIN_WEATHER,
  type PlantReading,
  type ReadingOf,
  SOIL_MEMBERS,
  type SoilMember,
  type SoilReading,
  TELEMETRY_KINDS,
  type TelemetryKind,
  WEATHER_AMOUNTS,
  WEATHER_DIRECTIONS,
  WEATHER_MEMBERS,
  type WeatherMember,
  type WeatherReading,
} from './reading.ts';
export { SATURATION_PRESSURE, vapourPressureDeficit } from './vapour-pressure-deficit.ts';
export { type DailyFigure, dailyFigures, needsOf, type Location } from './indicators/daily-figures.ts';
export { heatIndex } from './indicators/heat-index.ts';
export {
  CHILL_MODELS,
  type ChillModel,
  countedSinceFrom,
  ET0_METHODS,
  type Et0Method,
  type Figure,
  FIGURES,
  INDICATOR_DEFAULTS,
  type IndicatorMeta,
  type IndicatorName,
  type IndicatorParameters,
  INDICATORS,
  type IndicatorSettings,
  metaOf,
  settingsOf,
} from './indicators/indicator.ts';
export { type HourRun, hourWithin, type LocalDay, LocalHours } from './indicators/local-hours.ts';
export {
  coverageOf,
  HOUR_MEMBERS,
  type HourMember,
  type HourOfWeather,
  type WeatherDay,
  withoutRoundingError,
} from './indicators/weather-day.ts';
export { DeviceForbidden, IndicatorNotFound } from './errors.ts';
export { ChillPortions, DYNAMIC_MODEL, isChillingHour, utahUnits } from './indicators/chill.ts';
export { dailyLightIntegral } from './indicators/daily-light-integral.ts';
export {
  type DayExtremes,
  DEGREE_DAY_CUTOFFS,
  DEGREE_DAY_METHODS,
  type DegreeDayCutoff,
  type DegreeDayMethod,
  type DegreeDayParameters,
  degreeDays,
} from './indicators/degree-days.ts';
export { dailyRadiation, hourlyRadiation, type SunHour } from './indicators/extraterrestrial-radiation.ts';
export {
  favourableHours,
  type MildewDay,
  POWDERY_MILDEW,
  PowderyMildewIndex,
} from './indicators/powdery-mildew.ts';
export {
  hargreaves,
  type HourlyReference,
  HourlyReferenceEvapotranspiration,
  SHORT_REFERENCE,
  type WeatherHour,
  windAt2m,
} from './indicators/reference-evapotranspiration.ts';
