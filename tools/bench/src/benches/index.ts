import type { Bench } from '../bench.ts';
import { background } from './background.ts';
import { bulk } from './bulk.ts';
import { consolePages } from './console.ts';
import { events } from './events.ts';
import { exports } from './exports.ts';
import { forms } from './forms.ts';
import { gateway } from './gateway.ts';
import { growth } from './growth.ts';
import { harvest } from './harvest.ts';
import { indicators } from './indicators.ts';
import { locate } from './locate.ts';
import { overload } from './overload.ts';
import { pay } from './pay.ts';
import { phytosanitary } from './phytosanitary.ts';
import { series } from './series.ts';
import { shifts } from './shifts.ts';
import { single } from './single.ts';
import { uploads } from './uploads.ts';
import { workers } from './workers.ts';

export const benches: readonly Bench[] = [
  background,
  bulk,
  consolePages,
  events,
  exports,
  forms,
  gateway,
  growth,
  harvest,
  indicators,
  locate,
  overload,
  pay,
  phytosanitary,
  series,
  shifts,
  single,
  uploads,
  workers,
];
