import type { Check } from '../../finding.ts';
import type { Server } from '../../server.ts';

interface Table {
  readonly name: string;
  readonly secured: boolean;
  readonly policies: number;
  readonly partition: boolean;
  readonly open: boolean;
}

/** Every table with a company_id column. */
const TENANT_TABLES = `
  SELECT c.oid::regclass::text AS name, c.relrowsecurity AS secured, c.relispartition AS partition,
         (SELECT count(*)::int FROM pg_policy p WHERE p.polrelid = c.oid) AS policies,
         NOT r.rolsuper AND c.relowner <> r.oid
           AND has_table_privilege(c.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE') AS open
  FROM pg_class c
  JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'company_id' AND NOT a.attisdropped
  JOIN pg_roles r ON r.rolname = current_user
  WHERE c.relkind IN ('r', 'p') AND n.nspname !~ '^(pg_|information_schema$)'
  ORDER BY 1`;

export const rowSecurity: Check<Server> = {
  subject: 'row-level security',
  async examine({ client }, findings) {
    const { rows: tables } = await client.query<Table>(TENANT_TABLES);
    const named = (which: (table: Table) => boolean) => tables.filter(which).map(({ name }) => name);
    const off = named(({ secured }) => !secured);
    if (off.length > 0)
      findings.wrong(
        `Row-level security is off on ${off.join(', ')}: companies can see each other's rows.`,
        off.map((name) => `ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY;`).join(' '),
      );
    const bare = named(({ secured, policies, partition }) => secured && !partition && policies === 0);
    if (bare.length > 0)
      findings.wrong(
        `There is no policy on ${bare.join(', ')}: nobody sees a row.`,
        'Restore the schema from a backup, and find out who dropped the policies.',
      );
    const open = named((table) => table.open);
    if (open.length > 0)
      findings.wrong(
        `The services' login has rights on ${open.join(', ')} without switching to a role.`,
        'REVOKE these rights from the login, and from PUBLIC.',
      );
    findings.elseFine(`It is enabled on all ${tables.length} tables with company data.`);
  },
};
