import { Problems } from '@furrow/http';
import { type FieldProblem, instantOf, ValidationFailed } from '@furrow/kernel';
import { MAX_UNITS, type RecordDraft, UNIT_DECIMALS } from '@furrow/production/domain';
import { Ajv, type ErrorObject } from 'ajv';
import { EXAMPLE_IDS } from '../openapi/schema.ts';

/**
 * The body of one record, alone or as one of a thousand in a bulk sync: compiled once, since interpreting rules for
 * every record of a crew's day would cost as much as writing them.
 */
interface RecordBody {
  sessionId: string;
  workerId: string;
  units: number;
  clientEventId: string;
  idempotencyKey?: string | null;
  qualityId?: string | null;
  recordedAt?: string | null;
  notes?: string | null;
}

const id = { type: 'string', minLength: 1, maxLength: 128 };
const about = (schema: object, description: string, example: unknown) => ({
  ...schema,
  description,
  examples: [example],
});
const orNull = (schema: object) => ({ ...schema, type: ['string', 'null'] });
const key = { type: 'string', minLength: 1, maxLength: 100 };
const properties = {
  sessionId: about(id, 'An open session of the user’s', EXAMPLE_IDS.session),
  workerId: about(id, 'A worker of the company', EXAMPLE_IDS.worker),
  units: about(
    { type: 'number', exclusiveMinimum: 0, maximum: MAX_UNITS, 'x-decimals': UNIT_DECIMALS },
    `In the session’s \`samplingUnit\`, with at most ${UNIT_DECIMALS} decimals`,
    12.5,
  ),
  clientEventId: about(key, 'The phone’s own name for the record: it never counts twice', 'phone-7/311'),
  idempotencyKey: about(orNull(key), 'A second key, for whoever has one', 'a1b2c3'),
  qualityId: about(orNull(id), 'A quality of the company', EXAMPLE_IDS.quality),
  recordedAt: about(
    orNull({ format: 'date-time' }),
    'ISO 8601 with `Z` or an offset; by default now. From 5 minutes before the opening to the end of the session',
    '2026-01-31T09:31:07-03:00',
  ),
  notes: about(orNull({ maxLength: 500 }), 'For people', 'Second bin'),
};

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
ajv.addKeyword({
  keyword: 'x-decimals',
  type: 'number',
  schemaType: 'number',
  validate: (decimals: number, value: number) => Number(value.toFixed(decimals)) === value,
});
ajv.addFormat('date-time', (text) => instantOf(text) !== undefined);

/** What a record's body may hold, as JSON Schema. */
export const RECORD_BODY = {
  type: 'object',
  required: ['sessionId', 'workerId', 'units', 'clientEventId'],
  properties,
};
const accepts = ajv.compile<RecordBody>(RECORD_BODY);

/**
 * @param problems what is wrong with the texts of the body already
 * @throws ValidationFailed naming every wrong field; unknown members are wrong only where the client asks for it
 */
export function recordDraftOf(
  body: unknown,
  strict: boolean,
  problems: readonly FieldProblem[] = [],
): RecordDraft {
  const found = new Problems();
  const isValid = accepts(body);
  if (!isValid) found.addAll((accepts.errors ?? []).map(problemOf));
  if (strict) found.addAll(strangersIn(body));
  found.addAll(problems);
  if (!isValid || found.found.length > 0) throw new ValidationFailed(found.found);
  return {
    sessionId: body.sessionId.toLowerCase(),
    workerId: body.workerId.toLowerCase(),
    qualityId: body.qualityId?.toLowerCase() ?? null,
    units: String(body.units),
    clientEventId: body.clientEventId,
    idempotencyKey: body.idempotencyKey ?? null,
    recordedAt: instantOf(body.recordedAt) ?? null,
    notes: body.notes ?? null,
  };
}

/** Looked for one by one, as far as they are told: a record of a stranger may have a million members. */
function* strangersIn(body: unknown): Generator<FieldProblem> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
  for (const field in body)
    if (!Object.hasOwn(properties, field)) yield { field, message: 'is not known here' };
}

function problemOf({ keyword, instancePath, params, message }: ErrorObject): FieldProblem {
  const field = instancePath.slice(1);
  switch (keyword) {
    case 'required':
      return { field: (params as { missingProperty: string }).missingProperty, message: 'is required' };
    case 'x-decimals':
      return { field, message: `must have at most ${UNIT_DECIMALS} decimals` };
    case 'format':
      return {
        field,
        message: 'must be an ISO 8601 date-time with Z or an offset, such as 2026-01-31T08:00:00Z',
      };
    default:
      return { field, message: message ?? 'is wrong' };
  }
}
