import { about, idOf, listOf, named, orNull, success, text } from '../openapi/schema.ts';

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
  sectorId: about(idOf('sector'), 'What sessions and forms name'),
  sector_name: about(text, 'What people call it', 'N1'),
});

const project = named('Project', 'A farm, or a part of one, with a zone of its own.', {
  projectId: about(idOf('project'), 'What sessions, forms and filters name'),
  projectName: about(text, 'What people call it', 'North Block'),
  sectors: about(listOf(sector), 'Its active ones, by name'),
});

const describedSector = named('DescribedSector', 'A part of a project’s land, and where it lies.', {
  sectorId: about(idOf('sector'), 'What sessions and forms name'),
  sector_name: about(text, 'What people call it', 'N1'),
  crop: about(orNull(text), 'What grows there', 'Cherry'),
  variety: about(orNull(text), 'Of the crop', 'Lapins'),
  boundary: about(
    { type: ['object', 'null'], additionalProperties: true },
    'GeoJSON Polygon or MultiPolygon, longitude before latitude; null where nobody has said',
    EXAMPLE_BOUNDARY,
  ),
});

export const DESCRIBED_PROJECTS = success(
  listOf(
    named('DescribedProject', 'A project, its zone, and where its sectors lie.', {
      projectId: about(idOf('project'), 'What sessions, forms and filters name'),
      projectName: about(text, 'What people call it', 'North Block'),
      timezone: about(text, 'Whose local days it has', 'America/Santiago'),
      sectors: about(listOf(describedSector), 'Its active ones, by name'),
    }),
  ),
);

export const PROJECTS = success(listOf(project));
