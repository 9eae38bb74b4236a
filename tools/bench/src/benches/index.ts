import type { Bench } from '../bench.ts';
import { bulk } from './bulk.ts';
import { harvest } from './harvest.ts';
import { single } from './single.ts';

export const benches: readonly Bench[] = [bulk, harvest, single];
