const SECONDS_AN_HOUR = 3_600;
const MICRO = 1e-6;

/**
 * Photosynthetically active photons of a day, mol/m²: Σ of the hours' mean flux × 3,600 s. Hours without a reading add
 * nothing, so for a day with gaps it is a lower bound.
 *
 * @param hours mean photosynthetic photon flux densities, µmol/m²/s
 */
export function dailyLightIntegral(hours: readonly number[]): number {
  return hours.reduce((sum, flux) => sum + flux, 0) * SECONDS_AN_HOUR * MICRO;
}
