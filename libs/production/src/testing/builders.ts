import { newId } from '@furrow/kernel';
import type { OpenSessionInput } from '../application/sessions/open-session.ts';
import {
  DEFAULT_MAX_DURATION_HOURS,
  type DraftOfWorker,
  newRecordId,
  newSessionId,
  NO_DETAILS,
  type Owner,
  ProductionRecord,
  ProductionSession,
  type SessionFacts,
  type SessionTerms,
  type Sharer,
} from '../domain/index.ts';

let made = 0;

/** A name that is unique in this run. */
export function fresh(prefix: string): string {
  made += 1;
  return `${prefix}-${made}`;
}

/** 08:00 in Santiago on 2026-03-10, hours before its midnight at 03:00Z. */
export const OPENED_AT = new Date('2026-03-10T11:00:00.000Z');

export function anOwner(overrides: Partial<Owner> = {}): Owner {
  return { userId: newId(), idpId: fresh('idp|user'), ...overrides };
}

/** An open session; `now` is the moment of its creation, by default that of its opening. */
export function aSession(
  overrides: Partial<SessionFacts & Omit<SessionTerms, 'finalNotes'>> & { readonly now?: Date } = {},
): ProductionSession {
  const { now, maxDurationHours, samplingUnit, pricePerUnit, followsPrices, bonus, notes, ...facts } =
    overrides;
  const openedAt = facts.openedAt ?? OPENED_AT;
  return ProductionSession.open(
    {
      sessionId: newSessionId(),
      companyId: newId(),
      projectId: newId(),
      sectorId: newId(),
      sectorName: 'N1',
      crop: 'Cherry',
      variety: 'Lapins',
      timezone: 'America/Santiago',
      owner: anOwner(),
      openedAt,
      createdAt: now ?? openedAt,
      syncGraceHours: 48,
      repeatSeconds: null,
      localId: null,
      fingerprint: 'as sent',
      ...NO_DETAILS,
      overrideReason: null,
      ...facts,
    },
    {
      maxDurationHours: maxDurationHours ?? DEFAULT_MAX_DURATION_HOURS,
      samplingUnit: samplingUnit ?? 'kg',
      pricePerUnit: pricePerUnit ?? null,
      followsPrices: followsPrices ?? (pricePerUnit ?? null) === null,
      bonus: bonus ?? null,
      notes: notes ?? null,
    },
    now ?? openedAt,
  );
}

/** What a phone sends to open a session. */
export function anOpening(overrides: Partial<OpenSessionInput> = {}): OpenSessionInput {
  return {
    projectId: newId(),
    sectorId: newId(),
    openedAt: OPENED_AT,
    samplingUnit: null,
    pricePerUnit: null,
    bonus: null,
    maxDurationHours: null,
    notes: null,
    localId: null,
    ...NO_DETAILS,
    overrideReason: null,
    ...overrides,
  };
}

/** What a phone sends to add units. */
export function aDraft(overrides: Partial<DraftOfWorker> = {}): DraftOfWorker {
  return {
    sessionId: newId(),
    workerId: newId(),
    qualityId: null,
    units: '12.5',
    clientEventId: fresh('event'),
    idempotencyKey: null,
    recordedAt: OPENED_AT,
    notes: null,
    ...overrides,
  };
}

/** The shares of these workers, of equal weight unless given. */
export const sharersOf = (
  ...workers: readonly { readonly id: string; readonly name: string; readonly weight?: string }[]
): Sharer[] =>
  workers.map(({ id, name, weight = '1' }) => ({ workerId: id, workerName: name, badge: null, weight }));

/** A record that several workers picked together. */
export function aSharedRecord(
  sharers: readonly Sharer[],
  overrides: Partial<DraftOfWorker> & { readonly by?: string; readonly at?: Date } = {},
): ProductionRecord {
  const { by = newId(), at = OPENED_AT, ...draft } = overrides;
  return ProductionRecord.add(
    { ...aDraft(draft), workerId: null, sharers },
    { worker: null, quality: draft.qualityId ? 'Export' : null },
    { recordId: newRecordId(), by, at },
  );
}

/** The record that a draft becomes. */
export function aRecord(
  overrides: Partial<DraftOfWorker> & {
    readonly by?: string;
    readonly at?: Date;
    readonly workerName?: string;
  } = {},
): ProductionRecord {
  const { by = newId(), at = OPENED_AT, workerName = 'Luis Soto', ...draft } = overrides;
  const quality = draft.qualityId ? 'Export' : null;
  return ProductionRecord.add(
    aDraft(draft),
    { worker: workerName, quality },
    { recordId: newRecordId(), by, at },
  );
}
