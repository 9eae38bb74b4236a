import { workbookOf } from '@furrow/spreadsheet/testing';
import type { Operation, Parameter } from '../document.ts';
import type { Farm } from '../stage/farm.ts';
import type { TwoCompanies } from '../stage/two-companies.ts';
import { filled, filterOf, objectFor, query } from './objects.ts';
import type { Answered, GoodRequest, Refused } from './rows.ts';
import { type Special, SPECIAL } from './special-requests.ts';

const JSON_TYPE = 'application/json';
const FILE_TYPE = 'application/octet-stream';
/** Reports are asked for today also where a range is optional. */
const RANGE = ['startTime', 'endTime'];
const CHANGED_SINCE = { updatedSince: '2026-01-01T00:00:00Z' };

/** Refusals of what a colleague owns. */
const NOT_OWNER: Refused = [403, 'not_session_owner'];
const OF_COLLEAGUES: Readonly<Record<string, Answered>> = {
  ...{ sessions_records: NOT_OWNER, sessions_get: NOT_OWNER, sessions_update: NOT_OWNER },
  ...{ sessions_extend: NOT_OWNER, sessions_close: NOT_OWNER, consoleSessions_session: NOT_OWNER },
  ...{ records_add: NOT_OWNER, records_get: NOT_OWNER, records_void: NOT_OWNER, records_sync: 'refused' },
  ...{ records_check: 'refused', treatments_void: [403, 'not_treatment_author'] },
  formRecords_get: [403, 'forbidden'],
};

const AN_XLSFORM = workbookOf([
  {
    name: 'survey',
    rows: [
      ['type', 'name', 'label'],
      ['text', 'seen', 'What was seen'],
    ],
  },
  { name: 'settings', rows: [['form_id'], ['imported']] },
]);

/**
 * Requests of a farm's owner to an operation, made of the document: its parameters, and the example of its body, with objects
 * of the farm.
 * @param isFiltered whether one for each filter by an object follows, each in another format
 * @throws Error where a path has a parameter for which there is no object
 */
export async function goodRequests(
  operation: Operation,
  farm: Farm,
  companies: TwoCompanies,
  isFiltered = false,
): Promise<[GoodRequest, ...GoodRequest[]]> {
  const special = [(await SPECIAL[operation.id]?.(farm, companies)) ?? {}].flat();
  const requests: GoodRequest[] = [];
  for (const each of special) requests.push(await requestOf(operation, farm, each));
  for (const filter of isFiltered ? filtersOf(operation, farm) : [])
    requests.push(await requestOf(operation, farm, { ...special[0], query: filter }));
  return requests as [GoodRequest, ...GoodRequest[]];
}

async function requestOf(operation: Operation, farm: Farm, special: Special): Promise<GoodRequest> {
  const { own = 'served', disguises, headers } = special;
  const path = special.path ?? (await pathOf(operation, farm, special.query));
  const file = FILE_TYPE in operation.bodies ? AN_XLSFORM : undefined;
  const example = operation.bodies[JSON_TYPE]?.example;
  const body = special.body ?? (filled(example, farm) as object | undefined);
  const ofColleague = OF_COLLEAGUES[operation.id] ?? (operation.method === 'GET' ? 'served' : undefined);
  return {
    ...{ path, body, file, headers, own, disguises, other: special.other ?? ofColleague },
    foreign: special.foreign ?? (farm.owns(path + JSON.stringify(body ?? '')) ? 'refused' : 'served'),
  };
}

async function pathOf(operation: Operation, farm: Farm, more: Special['query'] = {}): Promise<string> {
  let { path } = operation;
  for (const [whole, name = ''] of path.matchAll(/\{(\w+)\}/g))
    path = path.replace(whole, encodeURIComponent(await objectFor(name, farm, operation)));
  const isAsked = ({ name, required }: Parameter) => required === true || RANGE.includes(name);
  const usual = queryOf(operation).filter((each) => isAsked(each) && !('updatedSince' in more));
  const values = Object.fromEntries(usual.map((each) => [each.name, filterOf(each, farm) ?? '']));
  const asked = query({ ...values, ...more });
  return asked === '' ? path : `${path}?${asked}`;
}

/** The filters of an operation that hold an object of the farm, and that for what has changed. */
function filtersOf(operation: Operation, farm: Farm): Record<string, string>[] {
  const known = queryOf(operation);
  const formats = (known.find(({ name }) => name === 'format')?.schema.enum ?? []) as string[];
  const filters = known
    .filter(({ required, name }) => required !== true && !RANGE.includes(name))
    .flatMap((each): Record<string, string>[] => {
      const value = filterOf(each, farm);
      return value === undefined ? [] : [{ [each.name]: value }];
    });
  const changes = known.some(({ name }) => name in CHANGED_SINCE) ? [CHANGED_SINCE] : [];
  const inFormats = filters.map((filter, index) => {
    const format = formats[index % formats.length];
    return { ...filter, ...(format !== undefined && { format }) };
  });
  return [...inFormats, ...changes];
}

const queryOf = ({ parameters }: Operation) => parameters.filter((parameter) => parameter.in === 'query');

/** The body of a request as it is sent, with its media type. */
export function sentBody({ body, file }: Pick<GoodRequest, 'body' | 'file'>): {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
} {
  if (body !== undefined) return { headers: { 'content-type': JSON_TYPE }, body: JSON.stringify(body) };
  if (file !== undefined) return { headers: { 'content-type': FILE_TYPE }, body: file };
  return { headers: {} };
}
