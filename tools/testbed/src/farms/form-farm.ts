import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Json, RequestOptions } from '../system/client.ts';
import { aFarm, aProject, type FarmFile } from './farm.ts';
import type { System } from '../system/system.ts';

export const FORMS = '/api/control/forms/getForms';
export const MOBILE_FORMS = '/api/control/mobile/forms/getForms';
export const FORM_RECORD = '/api/control/forms/record';

type Ring = [number, number][];

/** A ring around the box west, south, east, north. */
const around = (west: number, south: number, east: number, north: number): Ring => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

/** Longitudes and latitudes within the sectors of `aFarmWithForms`, and outside of them. */
export const POINTS = {
  n1: { latitude: -33.498, longitude: -70.698 },
  holeInN1: { latitude: -33.495, longitude: -70.695 },
  eastOfN2: { latitude: -33.485, longitude: -70.68 },
  westOfN2: { latitude: -33.485, longitude: -70.699 },
  betweenN2: { latitude: -33.485, longitude: -70.69 },
  nowhere: { latitude: 0, longitude: 0 },
};

const boundaries: Json = {
  n1: {
    type: 'Polygon',
    coordinates: [around(-70.7, -33.5, -70.69, -33.49), around(-70.696, -33.496, -70.694, -33.494)],
  },
  n2: {
    type: 'MultiPolygon',
    coordinates: [[around(-70.7, -33.489, -70.698, -33.48)], [around(-70.682, -33.489, -70.678, -33.48)]],
  },
};

/** One of each type; only the number is required. */
export const SCOUT_FIELDS = [
  { name: 'trees', label: 'Trees seen', type: 'number', required: true, min: 0, max: 100 },
  { name: 'note', label: 'Note', type: 'text', max: 200 },
  { name: 'irrigated', label: 'Irrigated', type: 'boolean' },
  { name: 'pruned', label: 'Pruned on', type: 'date' },
  { name: 'sprayed', label: 'Sprayed at', type: 'datetime' },
  { name: 'stage', label: 'Stage', type: 'select', options: ['bud', 'bloom', 'fruit'] },
  { name: 'organs', label: 'Organs', type: 'multiselect', options: ['leaf', 'shoot', 'fruit'] },
  { name: 'picture', label: 'Picture', type: 'photo' },
  { name: 'voice', label: 'Voice note', type: 'audio' },
  { name: 'signed', label: 'Signed by', type: 'signature' },
  { name: 'moth', label: 'Grapevine moth', type: 'pests', eppoCode: 'POLYBO', threshold: 5 },
  { name: 'mildew', label: 'Powdery mildew', type: 'diseases', eppoCode: 'UNCINE' },
];

const TASK_FIELDS = [
  { name: 'litres', label: 'Litres', type: 'number', required: true },
  { name: 'proof', label: 'Proof', type: 'photo' },
];

/** A farm with sector boundaries, forms for different roles, and tasks of Ana, of Ben and of nobody. */
export function aFarmWithForms(key: string, sections: Record<string, Json> = {}): FarmFile {
  const north = aProject('north', 'n', 3);
  const main = {
    ...north,
    sectors: north.sectors.map((sector) => ({ ...sector, boundary: boundaries[sector.key] ?? null })),
  };
  const form = (name: string, type: string, access: object, fields: Json) => ({
    ...{ key: name, name: `Form ${name}`, type, subtype: name === 'scout' ? 'pests' : null, access, fields },
  });
  const task = (name: string, assignee: string | null) => ({
    ...{ key: name, form: 'spray', assignee: assignee && `idp|${key}-${assignee}` },
    ...{ project: 'north', sector: 'n1', dueAt: '2030-12-01T12:00:00Z' },
  });
  return aFarm(key, {
    projects: [main, aProject('south', 's', 1)],
    forms: [
      form('scout', 'monitoring', { roles: ['supervisor', 'agronomist'] }, SCOUT_FIELDS),
      form('bens', 'monitoring', { users: [`idp|${key}-ben`] }, [
        { name: 'note', label: 'Note', type: 'text' },
      ]),
      form('audit', 'monitoring', {}, [{ name: 'note', label: 'Note', type: 'text' }]),
      form('spray', 'task', {}, TASK_FIELDS),
    ],
    tasks: [task('anas', 'ana'), task('bens', 'ben'), task('nobodys', null)],
    ...sections,
  });
}

let records = 0;

/** A valid record of the form, except for `values`. */
export function aFormRecord(formId: string, over: Record<string, unknown> = {}): Record<string, unknown> {
  return { formId, clientRecordId: `record-${++records}`, values: { trees: 3 }, ...over };
}

/** A record as multipart/form-data; text parts have no file name. */
export async function inParts(
  record: unknown,
  ...files: [field: string, bytes: Uint8Array | string][]
): Promise<RequestOptions> {
  const form = new FormData();
  if (record !== undefined) form.append('record', JSON.stringify(record));
  for (const [field, bytes] of files)
    form.append(field, typeof bytes === 'string' ? bytes : new File([new Uint8Array(bytes)], 'IMG_0001'));
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') ?? '';
  return { raw: new Uint8Array(await encoded.arrayBuffer()), headers: { 'content-type': type } };
}

/** Half a second of silence. */
export function aRecording(): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + 4_000, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8_000, 24);
  head.writeUInt32LE(8_000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(4_000, 40);
  return Buffer.concat([head, Buffer.alloc(4_000, 128)]);
}

/** Counts everything that a record leaves behind. */
export async function kept(system: System): Promise<Record<string, number>> {
  const [rows] = await system.sql<Record<string, number>>(`
    SELECT (SELECT count(*)::int FROM forms.records) AS records,
           (SELECT count(*)::int FROM forms.record_media) AS media,
           (SELECT count(*)::int FROM media.objects) AS objects,
           (SELECT count(*)::int FROM agronomy.observations) AS observations,
           (SELECT count(*)::int FROM forms.tasks WHERE status = 'done') AS done`);
  return { ...rows, files: (await mediaFiles(system)).length };
}

/** The media on the disk, by key. */
export async function mediaFiles(system: System): Promise<string[]> {
  const folder = join(system.home, 'media');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
}
