import { type AuditEntry, AuditTrail } from '@furrow/journal';
import { companyOf } from '../company.ts';
import { withDatabase } from '../connection.ts';
import { durationOf } from '../duration.ts';
import { type Answer, list } from '../output.ts';
import { Refusal } from '../refusal.ts';

export interface AuditOptions {
  readonly company: string;
  readonly since?: string;
  readonly subject?: string;
  readonly limit: string;
}

const MAX_ENTRIES = 100_000;

/** Lists who did what. */
export function audit({ company, since, subject, limit }: AuditOptions): Promise<Answer> {
  const question = {
    since: since === undefined ? undefined : instantOf(since),
    subject,
    limit: countOf(limit),
  };
  return withDatabase(async (database) => {
    const { companyId } = await companyOf(database, company);
    const entries = await new AuditTrail(database).entries(companyId, question);
    const headings = ['AT', 'WHO', 'DID', 'TO', 'OF', 'CHANGED', 'REQUEST'];
    return { document: entries, text: list(headings, entries.map(rowOf), 'There are no such entries.') };
  });
}

function rowOf({ at, channel, actor, act, subjects, within, changed, requestId }: AuditEntry) {
  const who = actor === null ? channel : `${channel} ${actor}`;
  return [at, who, act, few(subjects), few(within), changed, requestId];
}

/** Abbreviates ids in the text output, because a day's sync has a thousand; the JSON output has all. */
function few(ids: readonly string[] | null): string | null {
  if (ids === null) return null;
  return ids.length > 1 ? `${ids[0]} and ${ids.length - 1} more` : (ids[0] ?? null);
}

function instantOf(text: string): Date {
  if (/^\d+[smhd]$/.test(text)) return new Date(Date.now() - durationOf(text));
  const instant = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(instant.getTime()))
    throw new Refusal(`"${text}" is not a time; write one such as 2026-05-01, 2026-05-01T08:00:00Z or 7d.`);
  return instant;
}

function countOf(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= MAX_ENTRIES) return count;
  throw new Refusal(`"${text}" is not a number of entries; write one from 1 to ${MAX_ENTRIES}.`);
}
