import {
  count,
  date,
  dateTime,
  flag,
  id,
  listOf,
  number,
  object,
  oneOf,
  orNull,
  success,
  text,
} from '../openapi/schema.ts';

const responsible = object({
  idpId: orNull(text),
  name: orNull(text),
  email: orNull(text),
  role: orNull(text),
  picture: orNull(text),
});

const worker = object({
  workerId: id,
  worker_name: orNull(text),
  validUnits: number,
  netUnits: number,
  recordCount: count,
  voidedCount: count,
  qualityBreakdown: listOf(
    object({ qualityId: orNull(id), qualityName: orNull(text), validUnits: number, recordCount: count }),
  ),
});

const session = object({
  sessionId: id,
  localId: orNull(text),
  projectId: id,
  sectorId: id,
  sector_name: orNull(text),
  crop: orNull(text),
  variety: orNull(text),
  day: dateTime,
  openedAt: orNull(dateTime),
  closedAt: orNull(dateTime),
  createdAt: orNull(dateTime),
  status: oneOf('open', 'closed'),
  closedBy: orNull(oneOf('user', 'system')),
  closedReason: orNull(oneOf('manual', 'midnight_local', 'max_duration')),
  timezone: orNull(text),
  unit: orNull(text),
  maxDurationHours: orNull(count),
  harvestUnitId: orNull(text),
  harvestLotCode: orNull(text),
  workerCount: orNull(count),
  notes: orNull(text),
  finalNotes: orNull(text),
  license_plate: orNull(text),
  driver_name: orNull(text),
  totalUnits: number,
  needsRecalc: {
    ...flag,
    description: 'The session-level qualityBreakdown lags behind the records right now',
  },
  qualityBreakdownAt: orNull(dateTime),
  responsible,
  qualityBreakdown: listOf(
    object({ qualityId: orNull(id), qualityName: orNull(text), units: number, percent: number }),
  ),
  workers: listOf(worker),
});

export const HARVEST = success(listOf(session), {
  meta: object({ sessionCount: count, startTime: date, endTime: date }),
});
