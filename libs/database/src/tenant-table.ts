/**
 * SQL that puts a table under row-level security: the tenant role sees and writes its own company's rows with the named
 * privileges; the system role, if privileges are named for it, those of all. Nothing else is granted.
 */
export function tenantTable(table: string, grants: { tenant: string; system?: string }): string {
  const own = `company_id = nullif(current_setting('furrow.company_id', true), '')::uuid`;
  const statements = [
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
    `GRANT ${grants.tenant} ON ${table} TO furrow_tenant`,
    `CREATE POLICY tenant ON ${table} TO furrow_tenant USING (${own}) WITH CHECK (${own})`,
  ];
  if (grants.system)
    statements.push(
      `GRANT ${grants.system} ON ${table} TO furrow_system`,
      `CREATE POLICY system ON ${table} TO furrow_system USING (true) WITH CHECK (true)`,
    );
  return `${statements.join(';\n')};`;
}
