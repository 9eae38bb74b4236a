import { type Clock, type LocalDate, localDateOf } from '@furrow/kernel';
import type { Transaction } from '@furrow/database';
import { timezoneIn } from '../access/access-company.ts';
import type { GroupMember, GroupRepository } from '../../application/ports.ts';

/** The groups that a worker may have; of a table of their own, because the version before knows no such option. */
export async function groupsIn(tx: Transaction): Promise<string[]> {
  const rows = await tx.query<{ value: string }>(
    'SELECT value FROM workforce.groups WHERE company_id = $1 AND active ORDER BY value',
    [tx.companyId],
  );
  return rows.map(({ value }) => value);
}

export class TypeormGroupRepository implements GroupRepository {
  constructor(
    private readonly tx: Transaction,
    private readonly clock: Clock,
  ) {}

  offered(): Promise<string[]> {
    return groupsIn(this.tx);
  }

  async offer(groups: readonly string[], onlyThese: boolean): Promise<void> {
    const parameters = [this.tx.companyId, [...new Set(groups)].toSorted()];
    await this.tx.query(
      `INSERT INTO workforce.groups AS g (company_id, value, active)
       SELECT $1, value, true FROM unnest($2::text[]) AS value
       ON CONFLICT (company_id, value) DO UPDATE SET active = true WHERE NOT g.active`,
      parameters,
    );
    if (!onlyThese) return;
    await this.tx.query(
      `UPDATE workforce.groups SET active = false
        WHERE company_id = $1 AND active AND value <> ALL ($2::text[])`,
      parameters,
    );
  }

  async begin(members: readonly GroupMember[]): Promise<void> {
    await this.tx.query(
      `INSERT INTO workforce.group_history (company_id, worker_id, valid_from, worker_group)
       SELECT $1, worker_id, valid_from, worker_group
         FROM unnest($2::uuid[], $3::date[], $4::text[]) AS r (worker_id, valid_from, worker_group)
       RETURNING worker_id`,
      [
        ...[this.tx.companyId, members.map(({ workerId }) => workerId), members.map(({ from }) => from)],
        members.map(({ group }) => group),
      ],
    );
  }

  async join(workerId: string, group: string | null, from: LocalDate | null): Promise<void> {
    const day = from ?? (await this.#today());
    await this.tx.query(
      'DELETE FROM workforce.group_history WHERE company_id = $1 AND worker_id = $2 AND valid_from > $3',
      [this.tx.companyId, workerId, day],
    );
    await this.tx.query(
      `INSERT INTO workforce.group_history AS h (company_id, worker_id, valid_from, worker_group)
       VALUES ($1, $2, $3, $4)
       ON CONFLICT (company_id, worker_id, valid_from) DO UPDATE SET worker_group = excluded.worker_group
        WHERE h.worker_group IS DISTINCT FROM excluded.worker_group`,
      [this.tx.companyId, workerId, day, group],
    );
  }

  async #today(): Promise<LocalDate> {
    return localDateOf(this.clock.now(), await timezoneIn(this.tx));
  }
}
