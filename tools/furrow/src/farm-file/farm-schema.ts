import { instantOf, isTimeZone, ValidationFailed } from '@furrow/kernel';
import { boundaryProblem } from '@furrow/agronomy/domain';
import { Ajv, type ErrorObject, type FuncKeywordDefinition, type SchemaValidateFunction } from 'ajv';
import type { FarmFile } from './farm-file.ts';

const text = { type: 'string', minLength: 1, maxLength: 200 };
const textOrNull = { ...text, type: ['string', 'null'] };
const zone = { type: 'string', format: 'time-zone' };
const texts = { type: ['array', 'null'], items: text };

/** The place and shape of everything; what else makes a name or a unit valid is for the contexts to say. */
const schema = members({
  'company!': members({ 'key!': text, 'name!': text, 'timezone!': zone }),
  users: listOf('idpId', {
    ...{ 'idpId!': text, 'name!': text, email: { type: ['string', 'null'] }, picture: { type: ['string', 'null'] } },
    ...{ 'role!': oneOf('admin', 'supervisor', 'agronomist'), status: oneOf('active', 'inactive') },
  }),
  projects: listOf('key', {
    ...{ 'key!': text, 'name!': text, 'timezone!': zone },
    defaults: members({
      samplingUnit: textOrNull,
      pricePerUnit: { type: ['number', 'null'], minimum: 0 },
      maxDurationHours: { type: 'integer', minimum: 1, maximum: 24 },
      syncGraceHours: { type: 'integer', minimum: 0, maximum: 168 },
    }),
    sectors: listOf('key', {
      ...{ 'key!': text, 'name!': text, crop: textOrNull, variety: textOrNull, boundary: { boundary: true } },
    }),
  }),
  workerOptions: { ...members({ position: texts, employment_type: texts, status: texts }), nullable: true },
  qualities: listOf('key', { 'key!': text, 'name!': text }),
  forms: { notYet: 'forms' },
  tasks: { notYet: 'tasks' },
  devices: listOf('deviceId', {
    ...{ 'deviceId!': text, 'project!': text, sector: textOrNull, status: oneOf('active', 'inactive', 'revoked') },
  }),
  apiTokens: listOf('name', {
    ...{ 'name!': text, 'scopes!': { type: 'array', items: text }, expiresAt: { type: ['string', 'null'], format: 'instant' } },
  }),
});

/** @throws ValidationFailed naming every wrong place, such as `projects[0].sectors[2].boundary` */
export function checkFarm(document: unknown, source: string): asserts document is FarmFile {
  const validate = farmValidator();
  if (validate(document)) return;
  throw new ValidationFailed(
    validate.errors!.filter(({ keyword }) => keyword !== 'if').map(problemOf),
    `${source} cannot be applied; nothing was changed:`,
  );
}

function farmValidator() {
  const ajv = new Ajv({ allErrors: true, verbose: true, allowUnionTypes: true, strictTypes: false });
  ajv.addFormat('time-zone', isTimeZone);
  ajv.addFormat('instant', (value: string) => instantOf(value) !== undefined);
  for (const keyword of [uniqueBy, boundary, notYet]) ajv.addKeyword(keyword);
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

function oneOf(...values: string[]): object {
  return { enum: values };
}

const uniqueBy: FuncKeywordDefinition = {
  keyword: 'uniqueBy',
  type: 'array',
  validate: reporting((name: string, items: Record<string, unknown>[]) => {
    const names = items.map((item) => item?.[name]);
    return names.flatMap((value, index) =>
      value !== undefined && names.indexOf(value) < index ? [[`/${index}/${name}`, 'stands there twice']] : [],
    );
  }),
};

const boundary: FuncKeywordDefinition = {
  keyword: 'boundary',
  validate: reporting((_on: true, value: unknown) => {
    const problem = value === null ? undefined : boundaryProblem(value);
    return problem === undefined ? [] : [['', problem]];
  }),
};

const notYet: FuncKeywordDefinition = {
  keyword: 'notYet',
  validate: reporting((what: string, value: unknown) =>
    value === null || (Array.isArray(value) && value.length === 0)
      ? []
      : [['', `cannot be applied: this build of Furrow does not know ${what} yet`]],
  ),
};

/** A keyword whose check tells which places below it are wrong, and why. */
function reporting<Parameter, Value>(check: (parameter: Parameter, value: Value) => (readonly string[])[]) {
  const validate: SchemaValidateFunction = (parameter: Parameter, value: Value, _schema, context) => {
    const problems = check(parameter, value);
    validate.errors = problems.map(([below, message]) => ({
      keyword: 'rule',
      instancePath: `${context?.instancePath ?? ''}${below}`,
      message: message ?? '',
    }));
    return problems.length === 0;
  };
  return validate;
}

function problemOf({ keyword, instancePath, params, message = '', data }: ErrorObject): { field: string; message: string } {
  const place = placeOf(instancePath);
  const member = (name: unknown) => (place === 'the file' ? String(name) : `${place}.${String(name)}`);
  switch (keyword) {
    case 'additionalProperties':
      return { field: member(params['additionalProperty']), message: 'is not known here; is it misspelt?' };
    case 'required':
      return { field: member(params['missingProperty']), message: 'is missing' };
    case 'enum':
      return { field: place, message: `must be one of: ${(params['allowedValues'] as string[]).join(', ')}` };
    case 'type':
      return { field: place, message: `must be ${[params['type']].flat().map(inWords).join(' or ')}, not ${kindOf(data)}` };
    case 'format':
      return { field: place, message: FORMATS[params['format'] as keyof typeof FORMATS] };
    default:
      return { field: place, message };
  }
}

const FORMATS = {
  'time-zone': 'must be an IANA time zone such as America/Santiago',
  instant: 'must be an instant with Z or an offset, such as 2026-12-01T12:00:00Z',
};

/** `/projects/0/name` → `projects[0].name` */
function placeOf(pointer: string): string {
  const steps = pointer.split('/').slice(1);
  if (steps.length === 0) return 'the file';
  return steps
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step, index) => (/^\d+$/.test(step) ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join('');
}

function inWords(type: unknown): string {
  const words: Record<string, string> = {
    ...{ string: 'text', number: 'a number', integer: 'a whole number' },
    ...{ array: 'a list', object: 'a group of members', null: 'null' },
  };
  return words[String(type)] ?? String(type);
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'a list' : inWords(typeof value);
}
