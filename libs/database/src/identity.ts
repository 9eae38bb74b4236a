import pg from 'pg';
import type { Acting, ActingEach } from './acting/acting.ts';

/** For the audit trail. */
export const actingFor = (acting: Acting, each?: ActingEach) => [
  `SET LOCAL furrow.acting = ${literalOf(recorded(acting))}`,
  ...(each === undefined ? [] : [`SET LOCAL furrow.acting_each = ${literalOf(recordedEach(each))}`]),
];

/** The trail's column keeps its first name, because a rolling upgrade would need three releases to rename it. */
const recorded = ({ channel, ...who }: Acting) => ({ door: channel, ...who });

const recordedEach = (each: ActingEach) =>
  Object.fromEntries(Object.entries(each).map(([key, acting]) => [key, recorded(acting)]));

const literalOf = (value: object) => pg.escapeLiteral(JSON.stringify(value));

/** Who a transaction is. */
export interface Identity {
  readonly role: 'furrow_tenant' | 'furrow_system';
  readonly settings: readonly string[];
}

/** A transaction that sees one company. @param settings further ones */
export const asTenant = (companyId: string, settings: readonly string[] = []): Identity => ({
  role: 'furrow_tenant',
  settings: [`SET LOCAL furrow.company_id = '${companyId}'`, ...settings],
});

/** Work across companies is not an act of the user whose request caused it. */
export const AS_SYSTEM: Identity = {
  role: 'furrow_system',
  settings: actingFor({ channel: 'system', actor: null }),
};

/** For a transaction that is repeated if it is lost: COMMIT does not wait for the disk. */
export const WITHOUT_WAITING: Identity = {
  ...AS_SYSTEM,
  settings: [...AS_SYSTEM.settings, 'SET LOCAL synchronous_commit = off'],
};

/** The message that opens a transaction. */
export const openingOf = (begin: string, { role, settings }: Identity) =>
  [`${begin}SET LOCAL ROLE ${role}`, ...settings].join('; ');

/**
 * The same for a Citus, which hands on to its workers every SET LOCAL together with the whole message that it came in: each
 * is a message of its own. The role is not handed on, for Citus connects as the role that is at work, and that of a function
 * of the owner's is the owner.
 */
export const openingsOnNodes = (begin: string, { role, settings }: Identity) => [
  `${begin}SELECT set_config('role', '${role}', true)`,
  ...settings,
];

/** Whether the tables of companies are distributed by Citus; `furrow distribute` leaves that in the database's settings. */
export const IS_DISTRIBUTED = `SELECT coalesce(current_setting('citus.propagate_set_commands', true), '') = 'local' AS distributed`;
