import type { LocalInterval } from '../../domain/index.ts';

const VPD = `0.6108 * exp(17.27 * te / (te + 237.3)) * (1 - hr / 100)`;
/** Six decimals are more than any sensor has; the rest is noise of the arithmetic. */
const rounded = (value: string) => `round((${value} * 1e6)::numeric)::float8 / 1e6`;
