import * as s from '../openapi/schema.ts';

const EXAMPLE_BOUNDARY = {
  type: 'Polygon',
  coordinates: [
    [
      [-71.25, -34.5],
      [-71.24, -34.5],
      [-71.24, -34.49],
      [-71.25, -34.5],
    ],
  ],
};

const sector = s.named('Sector', 'A part of a project’s land with one crop.', {
  sectorId: s.about(s.idOf('sector'), 'Its id in sessions and forms'),
  sector_name: s.about(s.text, 'Its name', 'N1'),
});

const project = s.named('Project', 'A farm, or a part of one, with its own time zone.', {
  projectId: s.about(s.idOf('project'), 'Its id in sessions, forms and filters'),
  projectName: s.about(s.text, 'Its name', 'North Block'),
  sectors: s.about(s.listOf(sector), 'Its active ones, by name'),
});

const describedSector = s.named('DescribedSector', 'A part of a project’s land, with its boundary.', {
  sectorId: s.about(s.idOf('sector'), 'Its id in sessions and forms'),
  sector_name: s.about(s.text, 'Its name', 'N1'),
  crop: s.about(s.orNull(s.text), 'What grows there', 'Cherry'),
  variety: s.about(s.orNull(s.text), 'Of the crop', 'Lapins'),
  boundary: s.about(
    s.orNull(s.anyObject),
    'GeoJSON Polygon or MultiPolygon, longitude before latitude; null if unknown',
    EXAMPLE_BOUNDARY,
  ),
});

const monthAndDay = s.within(s.text, { pattern: '^\\d{2}-\\d{2}$' });
const seasons = s.named('GrowingSeasons', 'When the seasons of plants begin, by the side of the equator.', {
  growth: s.about(monthAndDay, 'Month and day from which growth is counted: midwinter', '07-01'),
  rest: s.about(monthAndDay, 'Month and day from which dormancy is counted: leaf fall', '05-01'),
});

export const DESCRIBED_PROJECTS = s.success(
  s.listOf(
    s.named('DescribedProject', 'A project with its time zone, sectors and boundaries.', {
      projectId: s.about(s.idOf('project'), 'Its id in sessions, forms and filters'),
      projectName: s.about(s.text, 'Its name', 'North Block'),
      timezone: s.about(s.text, 'The time zone of its local days', 'America/Santiago'),
      samplingUnit: s.about(s.orNull(s.text), 'Of its sessions, unless they name another; null: none', 'kg'),
      repeatSeconds: s.about(
        s.orNull(s.count),
        'Within how many seconds two records of a worker in a session may be one; null: none are marked',
        60,
      ),
      sectors: s.about(s.listOf(describedSector), 'Its active ones, by name'),
      seasons: s.about(seasons, 'Of its plants'),
      'lastDataAt?': s.about(
        s.dateTime,
        'The latest reading of its devices, or opening of the company’s latest session; absent without any',
      ),
    }),
  ),
);

export const PROJECTS = s.success(s.listOf(project));
