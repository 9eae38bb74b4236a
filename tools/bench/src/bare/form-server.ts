// The minimum cost of one form record per request: node:http and pg, with the statements that a record needs in one
// transaction, prepared and pipelined. It has no authentication, validation or domain.
import { newId } from '@furrow/kernel';
import pg from 'pg';
import { serveCreating } from './creating-server.ts';
import { beginAs } from './tenant.ts';

const CONNECTIONS = 20;

interface Body {
  readonly formId: string;
  readonly clientRecordId: string;
  readonly recordedAt: string;
  readonly values: Record<string, unknown>;
  readonly location: { readonly latitude: number; readonly longitude: number; readonly accuracy: number };
}

const companyId = process.env['BENCH_COMPANY_ID'] ?? '';
const userId = process.env['BENCH_USER_ID'] ?? '';
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: CONNECTIONS, pipeline: true });

const FORM = `SELECT f.version, v.fields FROM forms.forms f JOIN forms.form_versions v USING (company_id, form_id, version)
  WHERE f.company_id = $1 AND f.form_id = $2`;
const BEFORE = `SELECT record_id FROM forms.records
  WHERE company_id = $1 AND created_by = $2 AND client_record_id = $3`;
const INSERT = `INSERT INTO forms.records
    (company_id, record_id, form_id, form_version, client_record_id, recorded_at, created_at, created_by, form_values,
     latitude, longitude, accuracy, location_source)
  VALUES ($1, $2, $3, $4, $5, $6, now(), $7, $8, $9, $10, $11, 'none')
  ON CONFLICT (company_id, created_by, client_record_id) DO NOTHING`;

async function add({ formId, clientRecordId, recordedAt, values, location }: Body) {
  const client = await pool.connect();
  const run = <Row extends object>(name: string, text: string, parameters: unknown[]) =>
    client.query<Row>({ name, text, values: parameters });
  try {
    const [, { rows: forms }] = await Promise.all([
      client.query(beginAs(companyId)),
      run<{ version: number }>('form', FORM, [companyId, formId]),
      run('before', BEFORE, [companyId, userId, clientRecordId]),
    ]);
    const recordId = newId();
    const { latitude, longitude, accuracy } = location;
    const record = [companyId, recordId, formId, forms[0]?.version, clientRecordId, recordedAt, userId];
    const content = [JSON.stringify(values), latitude, longitude, accuracy];
    const { rowCount } = await run('insert', INSERT, [...record, ...content]);
    await client.query('COMMIT');
    if (rowCount !== 1) throw new Error('The record was not inserted');
    return { recordId, formId };
  } finally {
    client.release();
  }
}

serveCreating((body) => add(body as Body));
