// The minimum cost of one record per request: node:http and pg, with the service's statements in one transaction,
// prepared and pipelined as the service does. It has no authentication, validation or domain.
import { ADD_RECORDS, addRecordsParameters, LOCKED_FOR_RECORDS, QUALITY_NAMES } from '@furrow/production/sql';
import type { PreparedStatement } from '@furrow/database';
import { WORKER_NAMES } from '@furrow/workforce/sql';
import pg from 'pg';
import { type NewRecord, stateOf } from '../records.ts';
import { serveCreating } from './creating-server.ts';
import { beginAs } from './tenant.ts';

const CONNECTIONS = 20;

const companyId = process.env['BENCH_COMPANY_ID'] ?? '';
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: CONNECTIONS, pipeline: true });

async function add(body: NewRecord) {
  const client = await pool.connect();
  const run = <Row extends object>(statement: PreparedStatement, values: unknown[]) =>
    client.query<Row>({ ...statement, values });
  try {
    const [, { rows: sessions }, { rows: workers }, { rows: qualities }] = await Promise.all([
      client.query(beginAs(companyId)),
      run<{ owner_user_id: string }>(LOCKED_FOR_RECORDS, [companyId, [body.sessionId]]),
      run<{ name: string }>(WORKER_NAMES, [companyId, [body.workerId]]),
      run<{ name: string }>(QUALITY_NAMES, [companyId, [body.qualityId]]),
    ]);
    const record = stateOf(body, {
      workerName: workers[0]?.name ?? '',
      qualityName: qualities[0]?.name ?? '',
      createdBy: sessions[0]?.owner_user_id ?? '',
    });
    const { rowCount } = await run(ADD_RECORDS, addRecordsParameters(companyId, [record]));
    await client.query('COMMIT');
    if (rowCount !== 1) throw new Error('The record was not inserted');
    return record;
  } finally {
    client.release();
  }
}

serveCreating((body) => add(body as NewRecord));
