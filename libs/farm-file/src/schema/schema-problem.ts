import type { FieldProblem } from '@furrow/kernel';
import type { ErrorObject } from 'ajv';

/**
 * Converts an ajv error to its path in the file and a message.
 * @param base the path of the value that was checked; empty: the whole file
 */
export function schemaProblem(
  { keyword, instancePath, params, message = '', data }: ErrorObject,
  base: string,
): FieldProblem {
  const below = pathOf(instancePath);
  const joined = base === '' || below === '' || below.startsWith('[') ? base + below : `${base}.${below}`;
  const path = joined === '' ? 'the file' : joined;
  const member = (name: unknown) => (joined === '' ? String(name) : `${joined}.${String(name)}`);
  switch (keyword) {
    case 'additionalProperties':
      return {
        field: member(params['additionalProperty']),
        message: 'is not accepted here; is it misspelt?',
      };
    case 'required':
      return { field: member(params['missingProperty']), message: 'is missing' };
    case 'enum':
      return {
        field: path,
        message: `must be one of: ${(params['allowedValues'] as unknown[]).map(String).join(', ')}`,
      };
    case 'type':
      return {
        field: path,
        message: `must be ${[params['type']].flat().map(inWords).join(' or ')}, not ${kindOf(data)}`,
      };
    case 'format':
      return { field: path, message: FORMATS[String(params['format'])] ?? message };
    default:
      return { field: path, message: LIMITS[keyword]?.(String(params['limit'])) ?? message };
  }
}

const LIMITS: Record<string, (limit: string) => string> = {
  minimum: (limit) => `must be at least ${limit}`,
  maximum: (limit) => `must be at most ${limit}`,
  exclusiveMinimum: (limit) => `must be above ${limit}`,
  minLength: (limit) => `must have at least ${limit} characters`,
  maxLength: (limit) => `must have at most ${limit} characters`,
  minItems: (limit) => `must have at least ${limit} items`,
  maxItems: (limit) => `must have at most ${limit} items`,
};

const FORMATS: Record<string, string> = {
  'time-zone': 'must be an IANA time zone such as America/Santiago',
  'local-date': 'must be a date written YYYY-MM-DD',
  instant: 'must be an instant with Z or an offset, such as 2026-12-01T12:00:00Z',
};

/** `/projects/0/name` → `projects[0].name` */
function pathOf(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step, index) => (/^\d+$/.test(step) ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join('');
}

function inWords(type: unknown): string {
  const words: Record<string, string> = {
    string: 'text',
    number: 'a number',
    integer: 'a whole number',
    array: 'a list',
    object: 'a group of members',
  };
  return words[String(type)] ?? String(type);
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'a list' : inWords(typeof value);
}
