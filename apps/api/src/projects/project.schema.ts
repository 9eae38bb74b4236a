import { about, idOf, listOf, named, success, text } from '../openapi/schema.ts';

const sector = named('Sector', 'A part of a project’s land with one crop.', {
  sectorId: about(idOf('sector'), 'What sessions and forms name'),
  sector_name: about(text, 'What people call it', 'N1'),
});

const project = named('Project', 'A farm, or a part of one, with a zone of its own.', {
  projectId: about(idOf('project'), 'What sessions, forms and filters name'),
  projectName: about(text, 'What people call it', 'North Block'),
  sectors: about(listOf(sector), 'Its active ones, by name'),
});

export const PROJECTS = success(listOf(project));
