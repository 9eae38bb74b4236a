/**
 * How much more water the air could hold, in kPa; null where either value is.
 *
 * Source: Allen, Pereira, Raes and Smith, *Crop evapotranspiration*, FAO Irrigation and Drainage Paper 56 (1998),
 * chapter 3, equation 11: e°(T) = 0.6108 · exp(17.27 · T / (T + 237.3)), and of it what relative humidity leaves:
 * e°(T) · (1 − RH / 100). At 25 °C and 60 % it is 1.267 kPa.
 *
 * It is no linear function: work it out per reading, and average then.
 * @param te air temperature, °C
 * @param hr relative humidity, %
 */
export function vapourPressureDeficit(te: number | null, hr: number | null): number | null {
  if (te === null || hr === null) return null;
  return 0.6108 * Math.exp((17.27 * te) / (te + 237.3)) * (1 - hr / 100);
}
