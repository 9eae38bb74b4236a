import type { Transaction } from '../transaction.ts';
import { PLACEMENT_TABLE } from './placement-table.ts';

/** The number of the node of a Citus that has each company's rows; not for companies that it does not know. */
export async function nodesOfCompanies(
  tx: Transaction,
  companyIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx.query<{ companyId: string; node: number }>(
    `SELECT company_id AS "companyId", groupid AS node
     FROM unnest($1::uuid[]) AS asked (company_id)
     JOIN pg_dist_placement ON shardid = get_shard_id_for_distribution_column('${PLACEMENT_TABLE}'::regclass, company_id)`,
    [companyIds],
  );
  return new Map(rows.map(({ companyId, node }) => [companyId, node]));
}
