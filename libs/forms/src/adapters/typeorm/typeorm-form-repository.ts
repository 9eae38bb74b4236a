import { isId } from '@furrow/kernel';
import type { PreparedStatement, Transaction } from '@furrow/database';
import type { FormRepository } from '../../application/ports.ts';
import type { Form, FormField } from '../../domain/index.ts';
import { formColumns, formOf, type WholeFormRow } from './mapper.ts';
import { FormVersionRow } from './rows.ts';

/** Serializes runs that apply forms and tasks of one company. */
export const FORMS_AND_TASKS = 'forms';

const FORMS = `
  SELECT f.form_id, f.key, f.name, f.type, f.subtype, f.access_roles, f.access_users, f.version, f.active, v.fields
  FROM forms.forms f JOIN forms.form_versions v USING (company_id, form_id, version)
  WHERE f.company_id = $1`;

const FORM: PreparedStatement = { name: 'form', text: `${FORMS} AND f.form_id = $2` };

export class TypeormFormRepository implements FormRepository {
  readonly #found = new Map<string, Promise<Form | undefined>>();

  constructor(private readonly tx: Transaction) {}

  /** Reads each form once, because the records of a group are of few forms. */
  find(formId: string): Promise<Form | undefined> {
    const found = this.#found.get(formId) ?? this.#read(formId);
    this.#found.set(formId, found);
    return found;
  }

  async #read(formId: string): Promise<Form | undefined> {
    if (!isId(formId)) return undefined;
    const [row] = await this.tx.query<WholeFormRow>(FORM, [this.tx.companyId, formId]);
    return row && formOf(row);
  }

  async fields(formId: string, version: number): Promise<readonly FormField[] | undefined> {
    if (!isId(formId) || !(version <= MAX_INTEGER)) return undefined;
    const { companyId, manager } = this.tx;
    return (await manager.findOneBy(FormVersionRow, { companyId, formId, version }))?.fields;
  }

  async load(): Promise<Form[]> {
    await this.tx.lock(FORMS_AND_TASKS);
    const rows = await this.tx.query<WholeFormRow>(`${FORMS} ORDER BY f.key`, [this.tx.companyId]);
    return rows.map(formOf);
  }

  async save(forms: readonly Form[]): Promise<void> {
    this.#found.clear();
    await this.tx.query(SAVE_FORMS, [this.tx.companyId, JSON.stringify(forms.map(formColumns))]);
  }
}

const MAX_INTEGER = 2_147_483_647;

/**
 * A form references its current version, and the version its form; the former constraint is deferred to the end of the
 * transaction.
 */
const SAVE_FORMS = `
  WITH stated AS (
    SELECT * FROM json_to_recordset($2::json) AS r (
      form_id uuid, key text, name text, type text, subtype text, access_roles text[], access_users text[],
      version integer, active boolean, fields json)
  ), saved AS (
    INSERT INTO forms.forms
      (company_id, form_id, key, name, type, subtype, access_roles, access_users, version, active)
    SELECT $1::uuid, form_id, key, name, type, subtype, access_roles, access_users, version, active FROM stated
    ON CONFLICT (company_id, form_id) DO UPDATE SET
      name = excluded.name, subtype = excluded.subtype, access_roles = excluded.access_roles,
      access_users = excluded.access_users, version = excluded.version, active = excluded.active
  )
  INSERT INTO forms.form_versions (company_id, form_id, version, fields)
  SELECT $1::uuid, form_id, version, fields FROM stated
  ON CONFLICT (company_id, form_id, version) DO NOTHING`;
