/** What the National Weather Service calls a heat index of 80, 90, 103 and 125 °F or more. */
export const HEAT_CATEGORIES = [
  { name: 'caution', fahrenheit: 80 },
  { name: 'extreme-caution', fahrenheit: 90 },
  { name: 'danger', fahrenheit: 103 },
  { name: 'extreme-danger', fahrenheit: 125 },
] as const;
export type HeatCategory = (typeof HEAT_CATEGORIES)[number]['name'];

/** Where a category begins, °C. */
export const celsiusOf = ({ fahrenheit }: (typeof HEAT_CATEGORIES)[number]): number =>
  (fahrenheit - 32) / 1.8;

/** The category of a heat index in °C; undefined below the first. */
export const heatCategoryOf = (value: number): HeatCategory | undefined =>
  HEAT_CATEGORIES.findLast((one) => value >= celsiusOf(one))?.name;

/** From here on, work in the heat may cause heat cramps, heat exhaustion or heat stroke. */
export const isHarmful = (value: number): boolean => value >= celsiusOf(HEAT_CATEGORIES[1]);
