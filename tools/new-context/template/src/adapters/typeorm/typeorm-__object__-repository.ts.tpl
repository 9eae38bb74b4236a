import type { PreparedStatement, Transaction } from '@furrow/database';
import type { {{Object}}Repository } from '../../application/ports.ts';
import { {{Object}}, type {{Object}}State } from '../../domain/index.ts';

export const ALL_{{OBJECTS}}: PreparedStatement = {
  name: 'all_{{table}}',
  text: `SELECT {{objectSnake}}_id AS "{{objectCamel}}Id", name, created_at AS "createdAt"
    FROM {{schema}}.{{table}} WHERE company_id = $1 ORDER BY name_key COLLATE "C"`,
};

export class Typeorm{{Object}}Repository implements {{Object}}Repository {
  constructor(private readonly tx: Transaction) {}

  async add({{objectCamel}}: {{Object}}): Promise<boolean> {
    const { {{objectCamel}}Id, name, createdAt } = {{objectCamel}}.state;
    const rows = await this.tx.query(
      `INSERT INTO {{schema}}.{{table}} (company_id, {{objectSnake}}_id, name, name_key, created_at)
       VALUES ($1, $2, $3, $4, $5) ON CONFLICT (company_id, name_key) DO NOTHING RETURNING name_key`,
      [this.tx.companyId, {{objectCamel}}Id, name, {{objectCamel}}.nameKey, createdAt],
    );
    return rows.length === 1;
  }

  async all(): Promise<{{Object}}[]> {
    const rows = await this.tx.query<{{Object}}State>(ALL_{{OBJECTS}}, [this.tx.companyId]);
    return rows.map((row) => {{Object}}.restore(row));
  }
}
