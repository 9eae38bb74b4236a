import type { Bench } from '../bench.ts';
import { bulk } from './bulk.ts';
import { harvest } from './harvest.ts';
import { phytosanitary } from './phytosanitary.ts';
import { series } from './series.ts';
import { single } from './single.ts';
import { uploads } from './uploads.ts';
import { workers } from './workers.ts';

export const benches: readonly Bench[] = [bulk, harvest, phytosanitary, series, single, uploads, workers];
