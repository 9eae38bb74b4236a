import type { Bench } from '../bench.ts';
import { bulk } from './bulk.ts';
import { gateway } from './gateway.ts';
import { harvest } from './harvest.ts';
import { locate } from './locate.ts';
import { phytosanitary } from './phytosanitary.ts';
import { series } from './series.ts';
import { single } from './single.ts';
import { uploads } from './uploads.ts';
import { workers } from './workers.ts';

export const benches: readonly Bench[] = [
  bulk,
  gateway,
  harvest,
  locate,
  phytosanitary,
  series,
  single,
  uploads,
  workers,
];
