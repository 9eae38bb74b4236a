import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Answer, ask } from '@furrow/program';
import { inParallel } from '@furrow/testbed/load';
import { type Account, accountOf } from './account.ts';
import type { ChaosSystem } from '../chaos-system.ts';
import type { Farm } from '../farm.ts';
import type { Ledger } from './ledger.ts';
import { type Kind, KINDS } from '../work/operation.ts';
import { NEVER, RECOUNT, type Row, ROWS } from './rows.ts';

const ASKING_AT_ONCE = 8;
const ANSWERED_WITHIN_TRIES = 10;

/** The state of an idle system, compared with the operations that were sent. */
export interface Audit {
  readonly accounts: Readonly<Record<Kind, Account>>;
  /** Counts of violated invariants. */
  readonly never: Readonly<Record<string, number>>;
}

export async function audit(system: ChaosSystem, farm: Farm, ledger: Ledger): Promise<Audit> {
  const accounts: Partial<Record<Kind, Account>> = {};
  for (const kind of KINDS)
    accounts[kind] = accountOf(ledger.of(kind), await system.sql<Row>(ROWS[kind], [farm.companyId]));
  const never: Record<string, number> = {};
  for (const [what, sql] of Object.entries(NEVER))
    never[what] = (await system.sql<{ count: number }>(sql, [farm.companyId]))[0]?.count ?? NaN;
  never['missing files of stored media'] = await missingFiles(system, farm);
  never['totals that differ in the API'] = await wrongTotals(system, farm);
  return { accounts: accounts as Record<Kind, Account>, never };
}

async function missingFiles(system: ChaosSystem, { companyId }: Farm): Promise<number> {
  const kept = await system.sql<{ key: string }>(
    'SELECT key FROM media.objects WHERE company_id = $1 AND kept',
    [companyId],
  );
  return kept.filter(({ key }) => !existsSync(join(system.home, 'media', key))).length;
}

/** Retries, because a missing answer or a 5xx says nothing about what is stored. */
async function answerOf(url: string, jwt: string): Promise<Answer | undefined> {
  for (let attempt = 1; ; attempt++) {
    const answer = await ask(url, jwt, 'GET');
    if ((answer !== undefined && answer.status < 500) || attempt === ANSWERED_WITHIN_TRIES) return answer;
    await sleep(250);
  }
}

async function wrongTotals(system: ChaosSystem, farm: Farm): Promise<number> {
  const recounts = await system.sql<{ id: string; owner: string; totals: Record<string, number> }>(RECOUNT, [
    farm.companyId,
  ]);
  const owners = new Map(farm.supervisors.map((supervisor) => [supervisor.userId, supervisor]));
  let wrong = 0;
  await inParallel(recounts, ASKING_AT_ONCE, async ({ id, owner, totals }) => {
    const url = `${system.apiUrl}/api/control/production/sessions/${id}`;
    const answer = await answerOf(url, owners.get(owner)?.jwt ?? '');
    const { amount: _, ...answered } = (answer?.data?.['totals'] ?? {}) as Record<string, unknown>;
    if (!isDeepStrictEqual(answered, totals)) wrong++;
  });
  return wrong;
}
