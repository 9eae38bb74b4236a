import type pg from 'pg';

export interface TenantTable {
  /** With its schema. */
  readonly name: string;
  readonly bytes: number;
}

/** Every table with a company, partitions as their table. */
export async function tenantTables(client: pg.Client): Promise<TenantTable[]> {
  const { rows } = await client.query<{ name: string; bytes: string }>(`
    SELECT format('%I.%I', n.nspname, c.relname) AS name,
           (SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree(c.oid)) AS bytes
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname !~ '^(pg_|information_schema$|citus|columnar)'
      AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = c.oid AND attname = 'company_id' AND NOT attisdropped)
    ORDER BY 1`);
  return rows.map(({ name, bytes }) => ({ name, bytes: Number(bytes) }));
}

/** Those that Citus has already. */
export async function distributedTables(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT format('%I.%I', n.nspname, c.relname) AS name
    FROM pg_dist_partition d JOIN pg_class c ON c.oid = d.logicalrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE d.partmethod = 'h' OR d.partmethod = 'n' AND d.repmodel = 't'`);
  return new Set(rows.map(({ name }) => name));
}
