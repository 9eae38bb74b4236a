import { FIELD_TYPES, FORM_TYPES, ROLES } from '@furrow/forms/domain';
import { instantOf, isTimeZone, ValidationFailed } from '@furrow/kernel';
import { Ajv } from 'ajv';
import type { FarmFile } from './farm-file.ts';
import { boundary, uniqueBy } from './schema-keywords.ts';
import { schemaProblem } from './schema-problem.ts';

const text = { type: 'string', minLength: 1, maxLength: 200 };
const textOrNull = { ...text, type: ['string', 'null'] };
const zone = { type: 'string', format: 'time-zone' };
const numberOrNull = { type: ['number', 'null'] };
const instantOrNull = { type: ['string', 'null'], format: 'instant' };
const texts = { type: ['array', 'null'], items: text };

/** The place and shape of everything; what else makes a name or a unit valid is for the contexts to say. */
const schema = members({
  'company!': members({ 'key!': text, 'name!': text, 'timezone!': zone }),
  users: listOf('idpId', {
    'idpId!': text,
    'name!': text,
    'role!': oneOf('admin', 'supervisor', 'agronomist'),
    email: textOrNull,
    picture: { type: ['string', 'null'] },
    status: oneOf('active', 'inactive'),
  }),
  projects: listOf('key', {
    'key!': text,
    'name!': text,
    'timezone!': zone,
    defaults: orNull(
      members({
        samplingUnit: textOrNull,
        pricePerUnit: { type: ['number', 'null'], minimum: 0 },
        maxDurationHours: { type: ['integer', 'null'], minimum: 1, maximum: 24 },
        syncGraceHours: { type: ['integer', 'null'], minimum: 0, maximum: 168 },
      }),
    ),
    sectors: listOf('key', {
      'key!': text,
      'name!': text,
      crop: textOrNull,
      variety: textOrNull,
      boundary: { boundary: true },
    }),
  }),
  workerOptions: orNull(members({ position: texts, employment_type: texts, status: texts })),
  qualities: listOf('key', { 'key!': text, 'name!': text }),
  forms: listOf('key', {
    'key!': text,
    'name!': text,
    type: oneOf(...FORM_TYPES),
    subtype: textOrNull,
    access: orNull(members({ roles: { type: ['array', 'null'], items: oneOf(...ROLES) }, users: texts })),
    fields: listOf('name', {
      'name!': text,
      'label!': text,
      'type!': oneOf(...FIELD_TYPES),
      required: { type: ['boolean', 'null'] },
      options: texts,
      min: numberOrNull,
      max: numberOrNull,
      eppoCode: textOrNull,
      threshold: numberOrNull,
    }),
  }),
  tasks: listOf('key', {
    'key!': text,
    'form!': text,
    assignee: textOrNull,
    project: textOrNull,
    sector: textOrNull,
    dueAt: instantOrNull,
  }),
  devices: listOf('deviceId', {
    'deviceId!': text,
    'project!': text,
    sector: textOrNull,
    status: oneOf('active', 'inactive', 'revoked'),
  }),
  apiTokens: listOf('name', {
    'name!': text,
    'scopes!': { type: 'array', items: text },
    expiresAt: instantOrNull,
  }),
});

/** @throws ValidationFailed naming every wrong place, such as `projects[0].sectors[2].boundary` */
export function checkFarm(document: unknown, source: string): asserts document is FarmFile {
  const validate = farmValidator();
  if (validate(document)) return;
  throw new ValidationFailed(
    (validate.errors ?? []).map(schemaProblem),
    `${source} cannot be applied; nothing was changed:`,
  );
}

function farmValidator() {
  const ajv = new Ajv({ allErrors: true, verbose: true, allowUnionTypes: true, strictTypes: false });
  ajv.addFormat('time-zone', isTimeZone);
  ajv.addFormat('instant', (value: string) => instantOf(value) !== undefined);
  for (const keyword of [uniqueBy, boundary]) ajv.addKeyword(keyword);
  return ajv.compile(schema);
}

/** A member written with "!" must be there; one that is not written is an error, for it may be a typo. */
function members(properties: Record<string, object>): object {
  const names = Object.keys(properties);
  return {
    type: 'object',
    additionalProperties: false,
    required: names.filter((name) => name.endsWith('!')).map((name) => name.slice(0, -1)),
    properties: Object.fromEntries(names.map((name) => [name.replace('!', ''), properties[name]])),
  };
}

/** Many of the same, none of them named twice; an empty section may be null. */
function listOf(name: string, properties: Record<string, object>): object {
  return { type: ['array', 'null'], items: members(properties), uniqueBy: name };
}

function orNull(group: object): object {
  return { ...group, type: ['object', 'null'] };
}

function oneOf(...values: string[]): object {
  return { enum: values };
}
