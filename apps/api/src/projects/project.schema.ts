import { id, listOf, object, success, text } from '../openapi/schema.ts';

const sector = object({ sectorId: id, sector_name: text });

export const PROJECTS = success(
  listOf(object({ projectId: id, projectName: text, sectors: listOf(sector) })),
);
