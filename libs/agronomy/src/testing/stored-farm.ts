import { newId } from '@furrow/kernel';
import type { Database } from '@furrow/database';
import { settled } from '@furrow/journal/testing';
import { TypeormPhytosanitaryQueries } from '../adapters/typeorm/typeorm-phytosanitary-queries.ts';
import { type ProjectEntry, recordObservations, wireAgronomyIn } from '../index.ts';
import { aProject, aSector } from './builders.ts';
import type { ScoutedFarm } from './contract/phytosanitary.contract.ts';

/** A company in the database with projects and a scout; its own time zone is Lima's. */
export async function aStoredFarm(
  database: Database,
  projects: readonly ProjectEntry[] = [
    aProject('north', { sectors: [aSector('n1', { crop: 'Cherry' }), aSector('n2', { variety: 'Bing' })] }),
    aProject('south', { timezone: 'America/Havana', sectors: [aSector('s1')] }),
  ],
): Promise<ScoutedFarm> {
  const [companyId, author] = [newId(), { userId: newId(), idpId: `idp|${newId()}`, name: 'Ana Rojas' }];
  return database.tenant(companyId, async (tx) => {
    await tx.query(
      `INSERT INTO access.companies (company_id, key, name, timezone)
       VALUES ($1::uuid, $1::uuid::text, 'A farm', 'America/Lima')`,
      [companyId],
    );
    await tx.query(
      `INSERT INTO access.users (company_id, user_id, idp_id, name, role, status)
       VALUES ($1, $2, $3, $4, 'supervisor', 'active')`,
      [companyId, author.userId, author.idpId, author.name],
    );
    const ids = await wireAgronomyIn(tx).applyProjects.execute(projects, { prune: false });
    return {
      ...{ companyId, author, queries: new TypeormPhytosanitaryQueries(database), zone: 'America/Lima' },
      projects: projects.map(({ key, name, timezone }) => ({
        projectId: ids.projects[key]!,
        name,
        timezone,
      })),
      sectors: projects.flatMap(({ key, sectors }) =>
        (sectors ?? []).map(({ key: sector, name, crop = null, variety = null }) => ({
          ...{
            sectorId: ids.sectors[`${key}/${sector}`]!,
            projectId: ids.projects[key]!,
            name,
            crop,
            variety,
          },
        })),
      ),
      keep: ({ source, observations }) =>
        database.tenant(companyId, (own) => recordObservations(own, [{ source, observations }])),
      settled: () => settled(database, companyId),
    };
  });
}
