/**
 * The saturation vapour pressure over water, e°(T) = atZero · exp(slope · T / (T + offset)): `atZero` in kPa, T and
 * `offset` in °C.
 *
 * Source: Allen, Pereira, Raes and Smith, *Crop evapotranspiration*, FAO Irrigation and Drainage Paper 56 (1998),
 * chapter 3, equation 11.
 */
export const SATURATION_PRESSURE = { atZero: 0.6108, slope: 17.27, offset: 237.3 } as const;

/**
 * How much more water vapour the air could hold, in kPa; null if either value is: the saturation vapour pressure less
 * the actual one, e°(T) · (1 − RH / 100). At 25 °C and 60 % it is 1.267 kPa.
 *
 * It is not linear, so compute it per reading and then average.
 * @param te air temperature, °C
 * @param hr relative humidity, %
 */
export function vapourPressureDeficit(te: number | null, hr: number | null): number | null {
  if (te === null || hr === null) return null;
  const { atZero, slope, offset } = SATURATION_PRESSURE;
  return atZero * Math.exp((slope * te) / (te + offset)) * (1 - hr / 100);
}
