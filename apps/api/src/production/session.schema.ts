import {
  count,
  dateTime,
  flag,
  id,
  number,
  object,
  oneOf,
  orNull,
  success,
  text,
} from '../openapi/schema.ts';

const bonus = object({ type: oneOf('fixed', 'per_unit', 'percent'), value: number, note: orNull(text) });

const totals = object({
  validUnits: number,
  netUnits: number,
  recordCount: { ...count, description: 'Additions, voided ones included' },
  voidedCount: count,
  workerCount: count,
  amount: { ...orNull(number), description: 'Valid units × price plus the bonus; null without a price' },
});

const session = object({
  sessionId: id,
  companyId: id,
  projectId: id,
  idpId: text,
  sectorId: id,
  sector_name: text,
  timezone: { ...text, description: 'IANA name' },
  day: { ...dateTime, description: 'First instant of the local date' },
  status: oneOf('open', 'closed'),
  openedAt: dateTime,
  endsAt: { ...dateTime, description: 'Local midnight or the maximum duration, whichever comes first' },
  closedAt: orNull(dateTime),
  closedBy: orNull(oneOf('user', 'system')),
  closedReason: orNull(oneOf('manual', 'midnight_local', 'max_duration')),
  createdAt: dateTime,
  maxDurationHours: { type: 'integer', minimum: 1, maximum: 24 },
  samplingUnit: orNull(text),
  pricePerUnit: orNull(number),
  bonus: { oneOf: [bonus, { type: 'null' }] },
  totals,
  notes: orNull(text),
  finalNotes: orNull(text),
  localId: orNull(text),
  harvestUnitId: orNull(text),
  harvestLotCode: orNull(text),
  license_plate: orNull(text),
  driver_name: orNull(text),
});

export const SESSION = success(session);
export const UPDATED = success(object({ updated: flag }));
export const CLOSED = success(object({ sessionId: id, status: oneOf('closed'), closedAt: dateTime }));
export const EXTENDED = success(object({ maxDurationHours: { type: 'integer', minimum: 1, maximum: 24 } }));
