import { describe, expect, it } from '@jest/globals';
import { tenantTable } from './tenant-table.ts';

describe('a tenant table', () => {
  it('permits only what is named', () => {
    const sql = tenantTable('farm.trees', { tenant: 'SELECT, INSERT' });
    expect(sql).toContain('ALTER TABLE farm.trees ENABLE ROW LEVEL SECURITY;');
    expect(sql).toContain('GRANT SELECT, INSERT ON farm.trees TO furrow_tenant;');
    expect(sql).not.toContain('furrow_system');
    expect(sql.trimEnd().endsWith(';')).toBe(true);
  });

  it('is accessible to the system role if that is named', () => {
    expect(tenantTable('farm.trees', { tenant: 'SELECT', system: 'SELECT' })).toContain(
      'GRANT SELECT ON farm.trees TO furrow_system;',
    );
  });
});
