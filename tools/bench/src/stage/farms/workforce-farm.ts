import type { UserPrincipal } from '@furrow/access/domain';
import type { Stage } from '../stage.ts';

/** A company with workers, and one of its supervisors. */
export interface WorkforceFarm {
  readonly companyId: string;
  readonly jwt: string;
}

export async function openWorkforce(stage: Stage, farm: string): Promise<WorkforceFarm> {
  const idpId = `${farm}|supervisor`;
  const role: UserPrincipal['role'] = 'supervisor';
  const { companyId } = await stage.apply({
    company: { key: farm, name: farm, timezone: 'UTC' },
    users: [{ idpId, name: idpId, role }],
    workerOptions: { position: ['harvester'], employment_type: ['seasonal'], status: ['active'] },
  });
  return { companyId, jwt: await stage.jwt(idpId) };
}

/** Names as long as people's, built of enough syllables that fragments match few or many of them. */
const NAMED = `
  SELECT n, initcap(syllable(n, 1) || syllable(n, 2) || syllable(n, 3)) AS first_name,
         initcap(syllable(n, 4) || syllable(n, 5) || syllable(n, 6)) AS last_name
    FROM generate_series($3::int, $4::int) n`;

/**
 * Fills the table with `companies` of `workersEach` workers, rows interleaved, with the measured company in the middle.
 * Autovacuum maintains such a table in production; here VACUUM runs once.
 */
export async function hireEverybody(
  stage: Stage,
  { companyId }: WorkforceFarm,
  { companies, workersEach }: { companies: number; workersEach: number },
): Promise<void> {
  await stage.asSuperuser(async (client) => {
    await client.query(`
      CREATE FUNCTION pg_temp.syllable(n int, place int) RETURNS text LANGUAGE sql IMMUTABLE AS $$
        SELECT (ARRAY['ma','ri','lo','pez','an','jo','se','ca','ro','li','na','te','so','to','vi','el','ku','ña','bra','dor'])
               [1 + abs(hashint4(n * 7 + place)) % 20] $$;
      CREATE TEMPORARY TABLE companies AS
        SELECT gen_random_uuid() AS company_id, number FROM generate_series(1, ${companies - 1}) number`);
    await client.query(`INSERT INTO access.companies (company_id, key, name, timezone)
                        SELECT company_id, 'hires-' || number, 'Farm', 'UTC' FROM companies`);
    await client.query(`INSERT INTO companies VALUES ('${companyId}', ${companies})`);
    const batch = 20;
    // Interleaves the companies' workers in batches, as hiring over seasons does.
    for (let from = 1; from <= workersEach; from += Math.ceil(workersEach / batch)) {
      const to = Math.min(workersEach, from + Math.ceil(workersEach / batch) - 1);
      stage.say(`hiring ${(companies * to).toLocaleString('en')} workers`);
      await client.query(
        `INSERT INTO workforce.workers
           (company_id, worker_id, code, code_stem, code_number, first_name, last_name, full_name, hire_date, position,
            employment_type, status, name_key, search_text, created_at, updated_at)
         SELECT company_id, gen_random_uuid(), 'ML0315-' || n, 'ML0315', n, first_name, last_name,
                first_name || ' ' || last_name, '2025-03-15', $1, $2, 'active', first_name || last_name || n,
                replace(lower(first_name || ' ' || last_name), 'ñ', 'n') || E'\\nml0315-' || n,
                now() - n * interval '1 minute', now()
           FROM (${NAMED.replaceAll('syllable(', 'pg_temp.syllable(')}) named CROSS JOIN companies`,
        ['harvester', 'seasonal', from, to],
      );
    }
  });
  await stage.asSuperuser((client) => client.query('VACUUM ANALYZE workforce.workers'));
}
