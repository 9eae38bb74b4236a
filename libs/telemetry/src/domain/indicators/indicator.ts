import type { DegreeDayCutoff, DegreeDayMethod } from './degree-days.ts';

export const INDICATORS = ['degree-days', 'chill', 'et0', 'dli', 'powdery-mildew', 'heat-index'] as const;
export type IndicatorName = (typeof INDICATORS)[number];

/** How chill is counted: portions of the Dynamic Model, Utah units, or hours above 0 and below 7.2 °C. */
export const CHILL_MODELS = ['portions', 'utah', 'hours'] as const;
export type ChillModel = (typeof CHILL_MODELS)[number];

/** How reference evapotranspiration is computed; `auto`: the first other method for which a day has the data. */
export const ET0_METHODS = ['auto', 'asce', 'hargreaves'] as const;
export type Et0Method = (typeof ET0_METHODS)[number];

export interface DegreeDaySettings {
  readonly indicator: 'degree-days';
  readonly base: number;
  readonly upper: number | null;
  readonly method: DegreeDayMethod;
  readonly cutoff: DegreeDayCutoff;
}

/** A requested indicator with all its parameters. */
export type IndicatorSettings =
  | DegreeDaySettings
  | { readonly indicator: 'chill'; readonly model: ChillModel }
  | { readonly indicator: 'et0'; readonly method: Et0Method }
  | { readonly indicator: 'dli' }
  | { readonly indicator: 'powdery-mildew' }
  | { readonly indicator: 'heat-index' };

/** The maximum range, days. */
export const MAX_INDICATOR_DAYS = 731;

/** The defaults of parameters. */
export const INDICATOR_DEFAULTS = {
  base: 10,
  degreeDays: 'single-sine',
  cutoff: 'horizontal',
  chill: 'portions',
  et0: 'auto',
  minCoverage: 0.75,
} as const;

export interface IndicatorParameters {
  readonly base?: number | undefined;
  readonly upper?: number | undefined;
  readonly method?: string | undefined;
  readonly cutoff?: DegreeDayCutoff | undefined;
  readonly model?: ChillModel | undefined;
}

/** The requested indicator with defaults for omitted parameters. Parameters of other indicators are ignored. */
export function settingsOf(indicator: IndicatorName, asked: IndicatorParameters): IndicatorSettings {
  switch (indicator) {
    case 'degree-days':
      return {
        ...{ indicator, base: asked.base ?? INDICATOR_DEFAULTS.base, upper: asked.upper ?? null },
        method: (asked.method ?? INDICATOR_DEFAULTS.degreeDays) as DegreeDayMethod,
        cutoff: asked.cutoff ?? INDICATOR_DEFAULTS.cutoff,
      };
    case 'chill':
      return { indicator, model: asked.model ?? INDICATOR_DEFAULTS.chill };
    case 'et0':
      return { indicator, method: (asked.method ?? INDICATOR_DEFAULTS.et0) as Et0Method };
    default:
      return { indicator };
  }
}

/** What a figure of a day may be. */
export const FIGURES = ['value', 'total'] as const;
export type Figure = (typeof FIGURES)[number];

/** Name, unit and source of the figures. */
export interface IndicatorMeta {
  readonly method: string;
  readonly unit: string;
  readonly source: string;
}

const CHILL_META: Readonly<Record<ChillModel, IndicatorMeta>> = {
  portions: {
    method: 'portions',
    unit: 'chill portions',
    source:
      'Dynamic Model: Fishman, Erez and Couvillon, J. Theor. Biol. 124 and 126 (1987); constants as chillR has them',
  },
  utah: {
    method: 'utah',
    unit: 'chill units',
    source: 'Richardson, Seeley and Walker, HortScience 9 (1974)',
  },
  hours: { method: 'hours', unit: 'h', source: 'Bennett, Calif. Agric. 3 (11) (1949): 0 < t < 7.2 °C' },
};

const ASCE = 'ASCE-EWRI, The ASCE Standardized Reference Evapotranspiration Equation (2005), short, hourly';
const HARGREAVES = 'FAO Irrigation and Drainage Paper 56 (1998), equation 52';
const ET0_SOURCES: Readonly<Record<Et0Method, string>> = {
  ...{ asce: ASCE, hargreaves: HARGREAVES },
  auto: `${ASCE}; else ${HARGREAVES}`,
};

export function metaOf(settings: IndicatorSettings): IndicatorMeta {
  switch (settings.indicator) {
    case 'degree-days':
      return {
        ...{ method: settings.method, unit: '°C·d' },
        source: 'Zalom et al., University of California Leaflet 21373 (1983); cut-offs as UC IPM',
      };
    case 'chill':
      return CHILL_META[settings.model];
    case 'et0':
      return { method: settings.method, unit: 'mm', source: ET0_SOURCES[settings.method] };
    case 'dli':
      return {
        ...{ method: 'hourly-means', unit: 'mol/m²' },
        source: 'Σ of hourly mean photosynthetic photon flux density × 3,600 s',
      };
    case 'powdery-mildew':
      return {
        ...{ method: 'gubler-thomas', unit: '0–100' },
        source: 'Gubler and Thomas; UC IPM, Grape Powdery Mildew Risk Assessment Index',
      };
    case 'heat-index':
      return {
        ...{ method: 'rothfusz', unit: '°C' },
        source:
          'National Weather Service: Rothfusz, SR 90-23 (1990), with both adjustments; highest and mean of the hours',
      };
  }
}

/**
 * The figures that are by definition counted since the first requested day. All others depend on their day and its
 * neighbours alone. Chill portions build on the intermediate that earlier hours formed, and the index of mildew on
 * that of the day before.
 */
export function countedSinceFrom(settings: IndicatorSettings): readonly Figure[] {
  const isPortions = settings.indicator === 'chill' && settings.model === 'portions';
  return isPortions || settings.indicator === 'powdery-mildew' ? FIGURES : ['total'];
}

export const THRESHOLD_NAMES = [
  ...(['caution', 'extreme-caution', 'danger', 'extreme-danger'] as const),
  'shortest-interval',
] as const;
export type ThresholdName = (typeof THRESHOLD_NAMES)[number];

/** A value of an indicator from which on something is to be done. */
export interface Threshold {
  readonly name: ThresholdName;
  /** In the unit of the indicator. */
  readonly value: number;
  /** Whether it calls for a warning. */
  readonly warns: boolean;
}

/** @param fahrenheit as the National Weather Service states it */
const heat = (name: ThresholdName, fahrenheit: number, warns: boolean): Threshold => ({
  ...{ name, value: (fahrenheit - 32) / 1.8, warns },
});

const THRESHOLDS: Readonly<Partial<Record<IndicatorName, readonly Threshold[]>>> = {
  /** From extreme caution on, work in the heat may cause heat cramps, heat exhaustion or heat stroke. */
  'heat-index': [
    heat('caution', 80, false),
    heat('extreme-caution', 90, true),
    heat('danger', 103, true),
    heat('extreme-danger', 125, true),
  ],
  /** From here on the shortest spray interval of the label applies (UC IPM). */
  'powdery-mildew': [{ name: 'shortest-interval', value: 60, warns: true }],
};

/** The thresholds of an indicator in ascending order; undefined for one that has none. */
export const thresholdsOf = (indicator: IndicatorName): readonly Threshold[] | undefined =>
  THRESHOLDS[indicator];
