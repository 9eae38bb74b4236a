import { Decimal, type FieldProblem, instantWritten } from '@furrow/kernel';
import {
  CAPTURE_METHODS,
  type Filling,
  MAX_CONTAINER_COUNT,
  MAX_SHARES,
  MAX_UNITS,
  MAX_WEIGHT,
  MIN_SHARES,
  PART_DECIMALS,
  type RecordDraft,
  type SentShare,
  UNIT_DECIMALS,
} from '@furrow/production/domain';
import { BADGE_CODE_PATTERN, MAX_BADGE_CODE } from '@furrow/workforce/domain';
import type { BulkKind } from '../http/bulk-sync.ts';
import { CompiledBody, id, instant, key } from '../http/bodies/compiled-body.ts';
import { bulkRequest } from '../http/bulk-schema.ts';
import * as s from '../openapi/schema.ts';

const badge = s.within(s.text, { minLength: 1, maxLength: MAX_BADGE_CODE, pattern: BADGE_CODE_PATTERN });
const capture = s.open({
  method: s.about(s.oneOf(...CAPTURE_METHODS), 'A QR code, a chip, a keyboard scanner, or by hand', 'qr'),
  'badge?': s.about(s.orNull(badge), 'What was read', 'K7M2Q4XD'),
});
const share = s.open({
  'workerId?': s.about(
    s.orNull(id),
    'A worker of the company; required without `badge`',
    s.EXAMPLE_IDS.worker,
  ),
  'badge?': s.about(s.orNull(badge), 'In place of `workerId`, as in a record', 'K7M2Q4XD'),
  'weight?': s.about(
    s.orNull(s.within(s.number, { exclusiveMinimum: 0, maximum: MAX_WEIGHT, 'x-decimals': PART_DECIMALS })),
    'What part of the units is this worker’s, in relation to the weights of the others; by default 1',
    2,
  ),
});
const body = s.open({
  sessionId: s.about(id, 'An open session of the user’s', s.EXAMPLE_IDS.session),
  'workerId?': s.about(
    s.orNull(id),
    'A worker of the company; required without `badge` or `shares`, and left out with them',
    s.EXAMPLE_IDS.worker,
  ),
  'badge?': s.about(
    s.orNull(badge),
    'In place of `workerId`: the worker who had the badge with this code at `recordedAt`',
    'K7M2Q4XD',
  ),
  'shares?': s.about(
    s.orNull(s.within(s.listOf(share), { minItems: MIN_SHARES, maxItems: MAX_SHARES })),
    'In place of `workerId`: those who picked the units together. Each has a part by weight, to 6 decimals, by largest remainder; the parts sum to the units',
    [{ workerId: s.EXAMPLE_IDS.worker, weight: 2 }, { badge: 'K7M2Q4XD' }],
  ),
  'units?': s.about(
    s.orNull(s.within(s.number, { exclusiveMinimum: 0, maximum: MAX_UNITS, 'x-decimals': UNIT_DECIMALS })),
    `In the session’s \`samplingUnit\`, with at most ${UNIT_DECIMALS} decimals; required without \`container\`, from which they follow`,
    12.5,
  ),
  'container?': s.about(
    s.orNull(key),
    'Key of a container of the company. The units are `count` × those of a full one, or `gross` without the tare of each',
    'crate',
  ),
  'count?': s.about(
    s.orNull(s.within(s.count, { minimum: 1, maximum: MAX_CONTAINER_COUNT })),
    'The number of containers, by default 1',
    11,
  ),
  'gross?': s.about(
    s.orNull(
      s.within(s.number, { exclusiveMinimum: 0, maximum: 2 * MAX_UNITS, 'x-decimals': UNIT_DECIMALS }),
    ),
    'The weight of all containers with their content',
    412.5,
  ),
  clientEventId: s.about(
    key,
    'The phone’s own name for the record, which therefore never counts twice',
    'phone-7/311',
  ),
  'idempotencyKey?': s.about(s.orNull(key), 'An optional second key', 'a1b2c3'),
  'qualityId?': s.about(s.orNull(id), 'A quality of the company', s.EXAMPLE_IDS.quality),
  'recordedAt?': s.about(
    s.orNull(instant),
    'ISO 8601 with `Z` or an offset; by default now. From 5 minutes before the opening to the end of the session',
    '2026-01-31T09:31:07-03:00',
  ),
  'notes?': s.about(s.orNull(s.within(s.text, { maxLength: 500 })), 'Free text for people', 'Second bin'),
  'capture?': s.about(s.orNull(capture), 'How the phone came to know the worker; it is kept and told'),
});
const BODY = new CompiledBody(body);

export const RECORD_REQUEST = s.within(body, {
  title: 'RecordBody',
  description: 'Units to add to a session.',
});
export const SYNC_REQUEST = bulkRequest(
  'BulkBody',
  'Records that a phone collected while it was offline.',
  'records',
  RECORD_REQUEST,
);
/** A minimal record. */
export const EXAMPLE_RECORD = {
  ...{ sessionId: s.EXAMPLE_IDS.session, workerId: s.EXAMPLE_IDS.worker },
  ...{ units: 12.5, clientEventId: 'phone-7/311', recordedAt: '2026-01-31T09:31:07-03:00' },
};

/**
 * @param problems of the body's texts, found earlier
 * @throws ValidationFailed naming every wrong field; unknown members are wrong only in strict mode
 */
export function recordDraftOf(
  received: unknown,
  strict: boolean,
  problems: readonly FieldProblem[] = [],
): RecordDraft {
  const sent = BODY.check(received, strict, [
    ...whoProblems(received),
    ...amountProblems(received),
    ...problems,
  ]);
  return {
    sessionId: sent.sessionId.toLowerCase(),
    workerId: sent.workerId?.toLowerCase() ?? null,
    badge: sent.badge ?? null,
    shares: sent.shares ? sent.shares.map(shareOf) : null,
    qualityId: sent.qualityId?.toLowerCase() ?? null,
    units: typeof sent.units === 'number' ? String(sent.units) : null,
    filling: fillingOf(sent),
    clientEventId: sent.clientEventId,
    idempotencyKey: sent.idempotencyKey ?? null,
    recordedAt: sent.recordedAt ? instantWritten(sent.recordedAt) : null,
    notes: sent.notes ?? null,
    capture: sent.capture ? { method: sent.capture.method, badge: sent.capture.badge ?? null } : null,
  };
}

const isGiven = (value: unknown): boolean => (value ?? null) !== null;

/** A record is of one worker, named by id or by badge, or of several, named alike. */
function whoProblems(received: unknown): FieldProblem[] {
  const { workerId, badge, shares } = (received ?? {}) as Readonly<Record<string, unknown>>;
  if (!isGiven(shares)) return oneProblems('', workerId, badge, ', or badge or shares in its place');
  const alone = Object.entries({ workerId, badge }).filter(([, value]) => isGiven(value));
  const each = Array.isArray(shares) ? shares.slice(0, MAX_SHARES + 1) : [];
  return [
    ...alone.map(([field]) => ({ field, message: 'must be left out where shares are given' })),
    ...each.flatMap((one: unknown, index) => {
      const { workerId: of, badge: by } = (one ?? {}) as Readonly<Record<string, unknown>>;
      return oneProblems(`shares[${index}].`, of, by, ', or badge in its place');
    }),
  ];
}

function oneProblems(path: string, workerId: unknown, badge: unknown, instead: string): FieldProblem[] {
  if (isGiven(workerId) !== isGiven(badge)) return [];
  if (isGiven(badge)) return [{ field: `${path}badge`, message: 'must be left out where workerId is given' }];
  return [{ field: `${path}workerId`, message: `is required${instead}` }];
}

interface ShareBody {
  readonly workerId?: string | null;
  readonly badge?: string | null;
  readonly weight?: number | null;
}

const shareOf = ({ workerId, badge: code, weight }: ShareBody): SentShare => ({
  workerId: workerId?.toLowerCase() ?? null,
  badge: code ?? null,
  weight: new Decimal(weight ?? 1).toFixed(),
});

/** A record has units, or containers from which they follow. */
function amountProblems(received: unknown): FieldProblem[] {
  const {
    units,
    container,
    count: containers,
    gross,
  } = (received ?? {}) as Readonly<Record<string, unknown>>;
  if ((container ?? null) !== null) return [];
  const alone = Object.entries({ count: containers, gross }).filter(([, value]) => (value ?? null) !== null);
  return [
    ...((units ?? null) === null
      ? [{ field: 'units', message: 'is required, or container in its place' }]
      : []),
    ...alone.map(([field]) => ({ field, message: 'must be left out without container' })),
  ];
}

interface SentFilling {
  readonly container?: string | null;
  readonly count?: number | null;
  readonly gross?: number | null;
}

function fillingOf({ container, count: containers, gross }: SentFilling): Filling | null {
  if (typeof container !== 'string') return null;
  return {
    container,
    count: containers ?? null,
    gross: typeof gross === 'number' ? new Decimal(gross).toFixed() : null,
  };
}

/** As it is sent in bulk. */
export const BULK_OF_RECORDS: BulkKind<RecordDraft> = {
  ...{ list: 'records', id: 'recordId', fields: BODY.fields },
  draftOf: recordDraftOf,
};
