import type { CompareSeasons, SumHarvest } from '@furrow/production';
import type { HarvestGrouping } from '@furrow/production/domain';
import { XLSX } from '../../http/export/xlsx.ts';
import { columnsOf, type Table, table } from '../../http/export/table.ts';
import type { Contents } from '../../openapi/decorators.ts';
import * as s from '../../openapi/schema.ts';

const units = s.within(s.number, { minimum: 0 });
const unit = s.about(s.orNull(s.text), 'What is counted', 'kg');

const group = s.named('HarvestGroup', 'What was picked of one group in one unit.', {
  'projectId?': s.about(s.idOf('project'), 'By sector: its project'),
  'sectorId?': s.about(s.idOf('sector'), 'By sector: which'),
  'sector_name?': s.about(s.orNull(s.text), 'As it was last', 'N1'),
  'crop?': s.about(s.orNull(s.text), 'By variety: the crop', 'Cherry'),
  'variety?': s.about(s.orNull(s.text), 'By variety: which', 'Lapins'),
  'qualityId?': s.about(s.orNull(s.idOf('quality')), 'By quality: which; null without one'),
  'qualityName?': s.about(s.orNull(s.text), 'Its name', 'Export'),
  'workerId?': s.about(s.idOf('worker'), 'By worker: who'),
  'worker_name?': s.about(s.orNull(s.text), 'As it was last', 'Ana María López'),
  'week?': s.about(s.date, 'By week: the Monday on which it begins', '2026-01-26'),
  'container?': s.about(s.text, 'By container: its key', 'crate'),
  'container_name?': s.about(s.text, 'By container: its name', 'Crate'),
  'containerCount?': s.about(
    s.count,
    'By container: how many were filled, without those of voided records',
    11,
  ),
  unit,
  validUnits: s.about(units, 'Units without those of voided records', 412.5),
  recordCount: s.about(s.count, 'Additions, voided ones included', 96),
  voidedCount: s.about(s.count, 'Additions that were voided', 1),
  sessionCount: s.about(s.count, 'Sessions with a record', 3),
  workerCount: s.about(s.orNull(s.count), 'Workers with a record; null by container', 8),
  firstDay: s.about(s.date, 'The first day with a record', '2026-01-05'),
  lastDay: s.about(s.date, 'The last one', '2026-01-31'),
});
export const HARVEST_GROUPS = s.success(s.listOf(group));
type Group = Awaited<ReturnType<SumHarvest['execute']>>[number];

const picked = s.orNull(
  s.object({
    day: s.about(s.date, 'The local day', '2026-01-31'),
    units: s.about(units, 'Valid units of that day', 412.5),
    total: s.about(units, 'Since the first pick', 2_650.25),
  }),
);
const compared = s.named('HarvestSeasonDay', 'So many days after the first pick of either season.', {
  unit,
  daysSince: s.about(s.count, 'Days since the first day with valid units', 12),
  season: s.about(picked, 'Of the range; null where nothing was picked on that day'),
  before: s.about(picked, 'Of the same days a year before'),
});
export const HARVEST_SEASON_DAYS = s.success(s.listOf(compared));
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
const GROUP_COLUMNS = columnsOf<s.Value<typeof group>, Group>(group);

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
