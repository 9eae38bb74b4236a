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
}

/** Every number of an item by the name of its member. The documents for device makers are generated from it. */
export const QUANTITIES = {
  te: { about: 'Air temperature', unit: '°C', min: -90, max: 60 },
  hr: { about: 'Relative humidity', unit: '%', min: 0, max: 100 },
  wind: { about: 'Wind speed', unit: 'm/s', min: 0, max: 120 },
  rain: { about: 'Rain since the previous reading', unit: 'mm', min: 0, max: 500 },
  rad: { about: 'Global radiation', unit: 'W/m²', min: 0, max: 1_800 },
  par: { about: 'Photosynthetic photon flux density', unit: 'µmol/m²/s', min: 0, max: 3_500 },
  wet: { about: 'Leaf wetness since the previous reading', unit: 'minutes', min: 0, max: 1_440 },
  pressure: { about: 'Air pressure at the station', unit: 'hPa', min: 800, max: 1_100 },
  gust: { about: 'Highest wind speed since the previous reading', unit: 'm/s', min: 0, max: 120 },
  dir: { about: 'Where the wind comes from, clockwise from north', unit: 'degrees', min: 0, max: 360 },
  value: { about: 'Value of the KPI', min: -1e12, max: 1e12 },
  volume: { about: 'Volume of water so far', unit: 'm³', min: 0, max: 1e9 },
} as const satisfies Record<string, Quantity>;
