import type { CompareSeasons, SumHarvest } from '@furrow/production';
import type { HarvestGrouping } from '@furrow/production/domain';
import { XLSX } from '../../http/export/xlsx.ts';
import { columnsOf, type Table, table } from '../../http/export/table.ts';
import type { Contents } from '../../openapi/decorators.ts';
import {
  about,
  count,
  date,
  idOf,
  listOf,
  named,
  number,
  object,
  orNull,
  success,
  text,
  type Value,
  within,
} from '../../openapi/schema.ts';

const units = within(number, { minimum: 0 });
const unit = about(orNull(text), 'What is counted', 'kg');

const group = named('HarvestGroup', 'What was picked of one group in one unit.', {
  'projectId?': about(idOf('project'), 'By sector: its project'),
  'sectorId?': about(idOf('sector'), 'By sector: which'),
  'sector_name?': about(orNull(text), 'As it was last', 'N1'),
  'crop?': about(orNull(text), 'By variety: the crop', 'Cherry'),
  'variety?': about(orNull(text), 'By variety: which', 'Lapins'),
  'qualityId?': about(orNull(idOf('quality')), 'By quality: which; null without one'),
  'qualityName?': about(orNull(text), 'Its name', 'Export'),
  'workerId?': about(idOf('worker'), 'By worker: who'),
  'worker_name?': about(orNull(text), 'As it was last', 'Ana María López'),
  'week?': about(date, 'By week: the Monday on which it begins', '2026-01-26'),
  'container?': about(text, 'By container: its key', 'crate'),
  'container_name?': about(text, 'By container: its name', 'Crate'),
  'containerCount?': about(count, 'By container: how many were filled, without those of voided records', 11),
  unit,
  validUnits: about(units, 'Units without those of voided records', 412.5),
  recordCount: about(count, 'Additions, voided ones included', 96),
  voidedCount: about(count, 'Additions that were voided', 1),
  sessionCount: about(count, 'Sessions with a record', 3),
  workerCount: about(orNull(count), 'Workers with a record; null by container', 8),
  firstDay: about(date, 'The first day with a record', '2026-01-05'),
  lastDay: about(date, 'The last one', '2026-01-31'),
});
export const HARVEST_GROUPS = success(listOf(group));
type Group = Awaited<ReturnType<SumHarvest['execute']>>[number];

const picked = orNull(
  object({
    day: about(date, 'The local day', '2026-01-31'),
    units: about(units, 'Valid units of that day', 412.5),
    total: about(units, 'Since the first pick', 2_650.25),
  }),
);
const compared = named('HarvestSeasonDay', 'So many days after the first pick of either season.', {
  unit,
  daysSince: about(count, 'Days since the first day with valid units', 12),
  season: about(picked, 'Of the range; null where nothing was picked on that day'),
  before: about(picked, 'Of the same days a year before'),
});
export const HARVEST_SEASON_DAYS = success(listOf(compared));
type Compared = Awaited<ReturnType<CompareSeasons['execute']>>[number];

export const GROUP_CONTENTS: Contents = { 'text/csv': {}, [XLSX]: {} };

/** The columns that are of one grouping alone. */
const OF_GROUPING: Readonly<Record<HarvestGrouping, readonly string[]>> = {
  sector: ['projectId', 'sectorId', 'sector_name'],
  variety: ['crop', 'variety'],
  quality: ['qualityId', 'qualityName'],
  worker: ['workerId', 'worker_name'],
  week: ['week'],
  container: ['container', 'container_name', 'containerCount'],
};
const OF_ANY = new Set(Object.values(OF_GROUPING).flat());
const GROUP_COLUMNS = columnsOf<Value<typeof group>, Group>(group);

export function groupTable(grouping: HarvestGrouping): Table<Group> {
  const columns = Object.entries(GROUP_COLUMNS).filter(
    ([name]) => !OF_ANY.has(name) || OF_GROUPING[grouping].includes(name),
  );
  return table(Object.fromEntries(columns));
}

export const SEASON_TABLE: Table<Compared> = table<Compared>({
  unit: ({ unit: counted }) => counted,
  daysSince: ({ daysSince }) => daysSince,
  day: ({ season }) => season?.day,
  units: ({ season }) => season?.units,
  total: ({ season }) => season?.total,
  dayBefore: ({ before }) => before?.day,
  unitsBefore: ({ before }) => before?.units,
  totalBefore: ({ before }) => before?.total,
});
/** Headings of dates. */
export const SUM_DATES: ReadonlySet<string> = new Set(['week', 'firstDay', 'lastDay', 'day', 'dayBefore']);
