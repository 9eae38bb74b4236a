// The plots of docs/agronomy.md, computed with the indicators themselves.

const [WIDTH, HEIGHT] = [640, 270];
const [LEFT, RIGHT, TOP, BOTTOM] = [56, 150, 40, 50];
const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #24292f } .title { font-weight: 600 } .end { text-anchor: end } .middle { text-anchor: middle }
  .paper { fill: #ffffff } .grid { stroke: #d0d7de } path { fill: none; stroke-width: 2 }
  .s0 { stroke: #0969da } .s1 { stroke: #bc4c00 } .s2 { stroke: #1a7f37 } .s3 { stroke: #8250df }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .paper { fill: #0d1117 } .grid { stroke: #30363d }
    .s0 { stroke: #4493f8 } .s1 { stroke: #f0883e } .s2 { stroke: #3fb950 } .s3 { stroke: #ab7df8 }
  }`;
const DASHES = ['', '6 4', '2 3', '10 3 2 3'];

/**
 * The values of a series follow each other from `first` on; of these numbers each multiple of `every` is shown.
 * @typedef {{ title: string, across: string, first: number, every: number, series: Record<string, readonly number[]> }} Plot
 */

/**
 * @param {Plot} plot
 * @returns {string} a self-contained SVG document
 */
function svgOf({ title, across, first, every, series }) {
  const all = Object.values(series).flat();
  const count = Math.max(...Object.values(series).map(({ length }) => length));
  const step = stepOf(Math.max(...all));
  const top = Math.ceil(Math.max(...all) / step) * step;
  const x = (/** @type {number} */ at) => rounded(LEFT + ((WIDTH - LEFT - RIGHT) * at) / (count - 1));
  const y = (/** @type {number} */ value) =>
    rounded(HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * value) / top);
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, n) => rounded(n * step));
  const grid = ticks.map(
    (value) =>
      `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(value)}" y2="${y(value)}"/>` +
      `<text class="end" x="${LEFT - 8}" y="${y(value) + 4}">${value}</text>`,
  );
  const below = list(count, (at) => ({ at, number: at + first }))
    .filter(({ number }) => number % every === 0)
    .map(
      ({ at, number }) =>
        `<line class="grid" x1="${x(at)}" x2="${x(at)}" y1="${y(0)}" y2="${y(0) + 5}"/>` +
        `<text class="middle" x="${x(at)}" y="${y(0) + 19}">${number}</text>`,
    );
  const lines = Object.entries(series).map(([name, values], n) => {
    const path = values
      .map((value, at) => `${at === 0 ? 'M' : 'L'}${x(at)} ${y(Math.max(0, value))}`)
      .join('');
    const key = TOP + 8 + 20 * n;
    const dash = `stroke-dasharray="${DASHES[n % DASHES.length] ?? ''}"`;
    return (
      `<path class="s${n}" ${dash} d="${path}"/><path class="s${n}" ${dash} d="M${WIDTH - RIGHT + 12} ${key}h24"/>` +
      `<text x="${WIDTH - RIGHT + 42}" y="${key + 4}">${name}</text>`
    );
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img">`,
    `<title>${title}</title><style>${STYLE}</style><rect class="paper" width="100%" height="100%"/>`,
    `<text class="title" x="${LEFT}" y="22">${title}</text>`,
    ...grid,
    ...below,
    `<text class="middle" x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 8}">${across}</text>`,
    ...lines,
    '</svg>\n',
  ].join('\n');
}

/** @param {number} most */
function stepOf(most) {
  const rough = 10 ** Math.floor(Math.log10(most / 4));
  return [1, 2, 5, 10].map((times) => times * rough).find((step) => most / step <= 5) ?? most;
}
const rounded = (/** @type {number} */ value) => Math.round(value * 10) / 10;

/** @template T @param {number} length @param {(n: number) => T} make */
const list = (length, make) => Array.from({ length }, (_, n) => make(n));
/** @param {readonly number[]} values */
function totals(values) {
  let sum = 0;
  return values.map((value) => (sum += value));
}
/** Sunlight at an hour, from 0 at night to 1 at noon. @param {number} hour */
const sun = (hour) => Math.max(0, Math.sin((Math.PI * (hour - 6)) / 12));
/** @param {number} mean @param {number} swing @param {number} hour */
const warmth = (mean, swing, hour) => mean + swing * Math.cos((2 * Math.PI * (hour - 15)) / 24);

/**
 * @param {any} indicators what `@furrow/telemetry/domain` exports
 * @returns {Record<string, string>} the documents by their paths
 */
export function agronomyPlots(indicators) {
  /** @type {Record<string, Plot>} */
  const plots = {
    'degree-days': {
      title: 'Degree-days above 10 °C, summed over a spring',
      ...{ across: 'days', first: 1, every: 10 },
      series: degreeDaySeries(indicators),
    },
    chill: {
      title: 'Chill portions, summed over two winters',
      ...{ across: 'days', first: 1, every: 15 },
      series: chillSeries(indicators),
    },
    et0: {
      title: 'Reference evapotranspiration by the hour, mm',
      ...{ across: 'hour of a day in July', first: 0, every: 3 },
      series: evapotranspirationSeries(indicators),
    },
    dli: {
      title: 'Photons since midnight, mol/m²: at the end the daily light integral',
      ...{ across: 'hours of a day', first: 1, every: 3 },
      series: { 'clear sky': light(1_900), 'half of it': light(950) },
    },
    'powdery-mildew': {
      title: 'Index of powdery mildew: two warm spells and a cold one',
      ...{ across: 'days', first: 1, every: 5 },
      series: mildewSeries(indicators),
    },
    'heat-index': {
      title: 'Heat index by the temperature of the air, °C',
      ...{ across: '°C', first: 20, every: 5 },
      series: heatSeries(indicators),
    },
  };
  return Object.fromEntries(
    Object.entries(plots).map(([name, plot]) => [`docs/plots/${name}.svg`, svgOf(plot)]),
  );
}

/** @param {any} indicators @returns {Plot['series']} */
function degreeDaySeries({ degreeDays }) {
  // A spring whose daily range warms from 4–16 to 14–34 °C.
  const spring = list(60, (day) => ({ min: 4 + day / 6, max: 16 + 0.3 * day, nextMin: 4 + (day + 1) / 6 }));
  const heat = (/** @type {object} */ parameters) =>
    totals(
      spring.map((day) => degreeDays(day, { base: 10, upper: null, cutoff: 'horizontal', ...parameters })),
    );
  return {
    average: heat({ method: 'average' }),
    'single-triangle': heat({ method: 'single-triangle' }),
    'single-sine': heat({ method: 'single-sine' }),
    'sine, upper 25': heat({ method: 'single-sine', upper: 25 }),
  };
}

/** @param {any} indicators @returns {Plot['series']} */
function chillSeries({ ChillPortions }) {
  const winter = (/** @type {number} */ mean, /** @type {number} */ swing) => {
    const portions = new ChillPortions();
    return totals(
      list(90, () => list(24, (hour) => portions.after(warmth(mean, swing, hour))).reduce((a, b) => a + b)),
    );
  };
  return { '2 to 10 °C': winter(6, 4), '2 to 18 °C': winter(10, 8) };
}

/** @param {any} indicators @returns {Plot['series']} */
function evapotranspirationSeries({ HourlyReferenceEvapotranspiration }) {
  const location = { latitude: 38.23, longitude: -1.42, altitude: 75, windHeight: 2, dayOfYear: 196 };
  const evaporation = (/** @type {number} */ brightness) => {
    const reference = new HourlyReferenceEvapotranspiration();
    // The same day comes before, because its evening sky counts until sunrise.
    const hours = list(48, (n) => {
      const hour = n % 24;
      const air = { te: warmth(24, 7, hour), hr: 60 - 25 * sun(hour), wind: 1.5 + sun(hour) };
      return reference.after({ ...location, ...air, rad: brightness * sun(hour), middle: (hour + 0.5) % 24 });
    });
    return hours.slice(24);
  };
  return { 'clear sky': evaporation(950), 'half of it': evaporation(475) };
}

/** @param {number} brightness */
const light = (brightness) => totals(list(24, (hour) => (brightness * sun(hour) * 3_600) / 1e6));

/** @param {any} indicators @returns {Plot['series']} */
function mildewSeries({ PowderyMildewIndex, favourableHours }) {
  const index = new PowderyMildewIndex();
  const risk = list(30, (day) => {
    const hours = list(24, (hour) => warmth(day < 12 ? 23 : day < 18 ? 16 : 24, 5, hour));
    return index.after({ favourableHours: favourableHours(hours), lethalMinutes: 0 });
  });
  return { index: risk };
}

/** @param {any} indicators @returns {Plot['series']} */
function heatSeries({ heatIndex }) {
  const at = (/** @type {number} */ hr) => list(21, (n) => heatIndex(20 + n, hr));
  return { '20 %': at(20), '40 %': at(40), '60 %': at(60) };
}
