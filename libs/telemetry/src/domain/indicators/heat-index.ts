/** Of the regression, by powers of the temperature (rows, from 0 to 2) and of the humidity (columns, from 0 to 2). */
const COEFFICIENTS = [
  [-42.379, 10.14333127, -5.481717e-2],
  [2.04901523, -0.22475541, 8.5282e-4],
  [-6.83783e-3, 1.22874e-3, -1.99e-6],
] as const;

/** The temperature from which the regression holds, °F: 26.7 °C. */
const REGRESSION_FROM = 80;

/**
 * The temperature that the air feels like to a person in the shade, in °C.
 *
 * The regression of Rothfusz with both adjustments, as the National Weather Service of the United States uses it. Where
 * its simple formula, a mean of the temperature and a line through Steadman's values, results in less than 80 °F
 * (26.7 °C), that is the result. The regression reproduces Steadman's table from 80 °F and 40 % of humidity on within
 * 1.3 °F (0.7 °C); far outside that table it is an extrapolation. In full sunshine it feels up to 15 °F (8 °C) warmer.
 *
 * Source: L. P. Rothfusz, *The Heat Index "Equation"*, NWS Technical Attachment SR 90-23 (1990); Weather Prediction
 * Center, *The Heat Index Equation*.
 *
 * @param te air temperature, °C
 * @param hr relative humidity, %
 */
export function heatIndex(te: number, hr: number): number {
  const fahrenheit = te * 1.8 + 32;
  const simple = (fahrenheit + 61 + (fahrenheit - 68) * 1.2 + hr * 0.094) / 2;
  return ((simple < REGRESSION_FROM ? simple : adjusted(fahrenheit, hr)) - 32) / 1.8;
}

function adjusted(fahrenheit: number, hr: number): number {
  const regression = COEFFICIENTS.reduce(
    (sum, [constant, linear, square], power) =>
      sum + fahrenheit ** power * (constant + linear * hr + square * hr ** 2),
    0,
  );
  if (hr < 13 && fahrenheit >= REGRESSION_FROM && fahrenheit <= 112)
    return regression - ((13 - hr) / 4) * Math.sqrt((17 - Math.abs(fahrenheit - 95)) / 17);
  if (hr > 85 && fahrenheit >= REGRESSION_FROM && fahrenheit <= 87)
    return regression + ((hr - 85) / 10) * ((87 - fahrenheit) / 5);
  return regression;
}
