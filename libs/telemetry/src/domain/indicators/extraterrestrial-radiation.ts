/** Solar constant, MJ/m²/min. */
const SOLAR_CONSTANT = 0.082;
const DAYS = 365;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/**
 * The position of the sun on a day of the year: inverse relative distance, declination (rad), and seasonal correction
 * of solar time (h).
 *
 * Source: Allen, Pereira, Raes and Smith, FAO Irrigation and Drainage Paper 56 (1998), equations 23, 24, 32 and 33.
 * @param dayOfYear 1 to 366
 */
function sunPosition(dayOfYear: number) {
  const angle = (2 * Math.PI * dayOfYear) / DAYS;
  const b = (2 * Math.PI * (dayOfYear - 81)) / (DAYS - 1);
  return {
    distance: 1 + 0.033 * Math.cos(angle),
    declination: 0.409 * Math.sin(angle - 1.39),
    correction: 0.1645 * Math.sin(2 * b) - 0.1255 * Math.cos(b) - 0.025 * Math.sin(b),
  };
}

/**
 * Extraterrestrial radiation of a day, MJ/m²; FAO-56 equations 21 and 25. Within the polar circles the sun may be up
 * all day or not at all.
 * @param latitude degrees north
 */
export function dailyRadiation(latitude: number, dayOfYear: number): number {
  const { distance, declination } = sunPosition(dayOfYear);
  const phi = radians(latitude);
  const sunset = Math.acos(clamp(-Math.tan(phi) * Math.tan(declination)));
  return (
    ((24 * 60) / Math.PI) *
    SOLAR_CONSTANT *
    distance *
    (sunset * Math.sin(phi) * Math.sin(declination) +
      Math.cos(phi) * Math.cos(declination) * Math.sin(sunset))
  );
}

/** An hour at a location. */
export interface SunHour {
  readonly dayOfYear: number;
  /** The middle of the hour in hours of UTC, 0 to 24. */
  readonly middle: number;
  /** Degrees north and east. */
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * Extraterrestrial radiation of an hour, MJ/m², and the sun's elevation in its middle, rad. FAO-56 equations 28 to 31;
 * hours in which the sun rises or sets count only from or until then.
 */
export function hourlyRadiation({ dayOfYear, middle, latitude, longitude }: SunHour): {
  readonly radiation: number;
  readonly elevation: number;
} {
  const { distance, declination, correction } = sunPosition(dayOfYear);
  const phi = radians(latitude);
  const solarTime = middle + longitude / 15 + correction;
  const hourAngle = wrapped((Math.PI / 12) * (solarTime - 12));
  const sunset = Math.acos(clamp(-Math.tan(phi) * Math.tan(declination)));
  const begin = Math.min(sunset, Math.max(-sunset, hourAngle - Math.PI / 24));
  const end = Math.max(begin, Math.min(sunset, hourAngle + Math.PI / 24));
  const radiation =
    ((12 * 60) / Math.PI) *
    SOLAR_CONSTANT *
    distance *
    ((end - begin) * Math.sin(phi) * Math.sin(declination) +
      Math.cos(phi) * Math.cos(declination) * (Math.sin(end) - Math.sin(begin)));
  const elevation = Math.asin(
    Math.sin(phi) * Math.sin(declination) + Math.cos(phi) * Math.cos(declination) * Math.cos(hourAngle),
  );
  return { radiation: Math.max(0, radiation), elevation };
}

const clamp = (cosine: number) => Math.min(1, Math.max(-1, cosine));
const wrapped = (angle: number) => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
