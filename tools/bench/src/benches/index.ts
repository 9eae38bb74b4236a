import type { Bench } from '../bench.ts';
import { background } from './background.ts';
import { bulk } from './writes/bulk.ts';
import { citus } from './citus.ts';
import { consolePages } from './console.ts';
import { events } from './events.ts';
import { exports } from './reads/exports.ts';
import { field } from './field.ts';
import { forms } from './writes/forms.ts';
import { gateway } from './gateway.ts';
import { growth } from './growth.ts';
import { harvest, harvestGroups } from './reads/harvest.ts';
import { indicators } from './reads/indicators.ts';
import { overload } from './writes/overload.ts';
import { pay } from './reads/pay.ts';
import { readings } from './writes/readings.ts';
import { rest } from './reads/rest.ts';
import { series } from './reads/series.ts';
import { shifts } from './writes/shifts.ts';
import { single } from './writes/single.ts';
import { uplinks } from './writes/uplinks.ts';
import { uploads } from './writes/uploads.ts';
import { workers } from './reads/workers.ts';

export const benches: readonly Bench[] = [
  background,
  bulk,
  citus,
  consolePages,
  events,
  exports,
  field,
  forms,
  gateway,
  growth,
  harvest,
  harvestGroups,
  indicators,
  overload,
  pay,
  readings,
  rest,
  series,
  shifts,
  single,
  uplinks,
  uploads,
  workers,
];
