import type { Database, Transaction } from '@furrow/database';
import type { OfferedOptions, OptionQuery } from '../../application/ports.ts';
import type { OptionField } from '../../domain/index.ts';
import { groupsIn } from './typeorm-group-repository.ts';

export class TypeormOptionQuery implements OptionQuery {
  constructor(private readonly database: Database) {}

  offered(companyId: string): Promise<OfferedOptions> {
    return this.database.tenant(companyId, async (tx) => ({
      ...(await offeredIn(tx)),
      group: await groupsIn(tx),
    }));
  }
}

export async function offeredIn(tx: Transaction): Promise<Readonly<Record<OptionField, readonly string[]>>> {
  const rows = await tx.query<{ field: OptionField; value: string }>(
    'SELECT field, value FROM workforce.options WHERE company_id = $1 AND active ORDER BY field, value',
    [tx.companyId],
  );
  const offered: Record<OptionField, string[]> = { position: [], employment_type: [], status: [] };
  for (const { field, value } of rows) offered[field].push(value);
  return offered;
}
