import {
  about,
  anyObject,
  count,
  dateTime,
  idOf,
  listOf,
  named,
  orNull,
  success,
  text,
} from '../openapi/schema.ts';

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

const sector = named('Sector', 'A part of a project’s land with one crop.', {
  sectorId: about(idOf('sector'), 'Its id in sessions and forms'),
  sector_name: about(text, 'Its name', 'N1'),
});

const project = named('Project', 'A farm, or a part of one, with its own time zone.', {
  projectId: about(idOf('project'), 'Its id in sessions, forms and filters'),
  projectName: about(text, 'Its name', 'North Block'),
  sectors: about(listOf(sector), 'Its active ones, by name'),
});

const describedSector = named('DescribedSector', 'A part of a project’s land, with its boundary.', {
  sectorId: about(idOf('sector'), 'Its id in sessions and forms'),
  sector_name: about(text, 'Its name', 'N1'),
  crop: about(orNull(text), 'What grows there', 'Cherry'),
  variety: about(orNull(text), 'Of the crop', 'Lapins'),
  boundary: about(
    orNull(anyObject),
    'GeoJSON Polygon or MultiPolygon, longitude before latitude; null if unknown',
    EXAMPLE_BOUNDARY,
  ),
});

export const DESCRIBED_PROJECTS = success(
  listOf(
    named('DescribedProject', 'A project with its time zone, sectors and boundaries.', {
      projectId: about(idOf('project'), 'Its id in sessions, forms and filters'),
      projectName: about(text, 'Its name', 'North Block'),
      timezone: about(text, 'The time zone of its local days', 'America/Santiago'),
      samplingUnit: about(orNull(text), 'Of its sessions, unless they name another; null: none', 'kg'),
      repeatSeconds: about(
        orNull(count),
        'Within how many seconds two records of a worker in a session may be one; null: none are marked',
        60,
      ),
      sectors: about(listOf(describedSector), 'Its active ones, by name'),
      'lastDataAt?': about(
        dateTime,
        'The latest reading of its devices, or opening of the company’s latest session; absent without any',
      ),
    }),
  ),
);

export const PROJECTS = success(listOf(project));
