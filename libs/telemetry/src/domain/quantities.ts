/** The accepted values, both ends included. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** A number that devices send. */
export interface Quantity extends Range {
  readonly about: string;
  /** undefined: depends on the KPI */
  readonly unit?: string;
  readonly example: number;
}

/** Every number of an item by the name of its member. The documents for device makers are generated from it. */
export const QUANTITIES = {
  te: { about: 'Air temperature', unit: '°C', min: -90, max: 60, example: 21.4 },
  hr: { about: 'Relative humidity', unit: '%', min: 0, max: 100, example: 63 },
  wind: { about: 'Wind speed', unit: 'm/s', min: 0, max: 120, example: 1.8 },
  rain: { about: 'Rain since the previous reading', unit: 'mm', min: 0, max: 500, example: 0.4 },
  rad: { about: 'Global radiation', unit: 'W/m²', min: 0, max: 1_800, example: 612 },
  par: { about: 'Photosynthetic photon flux density', unit: 'µmol/m²/s', min: 0, max: 3_500, example: 1_240 },
  wet: { about: 'Leaf wetness since the previous reading', unit: 'minutes', min: 0, max: 1_440, example: 10 },
  pressure: { about: 'Air pressure at the station', unit: 'hPa', min: 800, max: 1_100, example: 1_013.2 },
  gust: {
    about: 'Highest wind speed since the previous reading',
    unit: 'm/s',
    min: 0,
    max: 120,
    example: 6.4,
  },
  dir: {
    about: 'Where the wind comes from, clockwise from north',
    unit: 'degrees',
    min: 0,
    max: 360,
    example: 225,
  },
  depth: { about: 'Depth below the surface', unit: 'cm', min: 0, max: 300, example: 20 },
  moisture: { about: 'Volumetric water content', unit: '%', min: 0, max: 100, example: 27.5 },
  temperature: { about: 'Soil temperature', unit: '°C', min: -50, max: 80, example: 16.2 },
  ec: { about: 'Electrical conductivity', unit: 'dS/m', min: 0, max: 100, example: 0.45 },
  tension: {
    about: 'Soil water tension; below zero only in saturated soil',
    unit: 'kPa',
    min: -100,
    max: 100_000,
    example: 34,
  },
  value: { about: 'Value of the KPI', min: -1e12, max: 1e12, example: 0.82 },
  volume: { about: 'Volume of water so far', unit: 'm³', min: 0, max: 1e9, example: 12.5 },
} as const satisfies Record<string, Quantity>;
