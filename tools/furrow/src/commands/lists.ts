import { wireAccess } from '@furrow/access';
import { ProjectDirectory } from '@furrow/agronomy';
import { SystemClock } from '@furrow/kernel';
import { companyOf } from '../company.ts';
import { withDatabase } from '../connection.ts';
import { type Answer, list } from '../output.ts';

export function listCompanies(): Promise<Answer> {
  return withDatabase(async (database) => {
    const companies = await wireAccess(database, new SystemClock()).listCompanies.execute();
    const rows = companies.map(({ key, name, timezone, companyId }) => [key, name, timezone, companyId]);
    return {
      document: companies,
      text: list(['KEY', 'NAME', 'TIME ZONE', 'ID'], rows, 'There is no company yet.'),
    };
  });
}

export function listProjects(companyKey: string): Promise<Answer> {
  return withDatabase(async (database) => {
    const { companyId } = await companyOf(database, companyKey);
    const projects = await database.tenant(companyId, (tx) => new ProjectDirectory().all(tx));
    const rows = projects.flatMap(({ sectors, ...project }) => [
      [project.key, project.name, project.timezone, project.status, project.projectId],
      ...sectors.map((sector) => [
        `  ${project.key}/${sector.key}`,
        sector.name,
        null,
        sector.status,
        sector.sectorId,
      ]),
    ]);
    const text = list(['KEY', 'NAME', 'TIME ZONE', 'STATUS', 'ID'], rows, 'The company has no project yet.');
    return { document: projects, text };
  });
}

export function listUsers(companyKey: string): Promise<Answer> {
  return withDatabase(async (database) => {
    const { companyId } = await companyOf(database, companyKey);
    const users = await wireAccess(database, new SystemClock()).listUsers.execute(companyId);
    const rows = users.map(({ idpId, name, email, role, status, userId }) => [
      idpId,
      name,
      email,
      role,
      status,
      userId,
    ]);
    const text = list(
      ['IDP ID', 'NAME', 'E-MAIL', 'ROLE', 'STATUS', 'ID'],
      rows,
      'The company has no user yet.',
    );
    return { document: users, text };
  });
}
