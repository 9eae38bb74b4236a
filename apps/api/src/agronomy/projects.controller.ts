import type { UserPrincipal } from '@furrow/access/domain';
import { DescribeProjects, ListProjects } from '@furrow/agronomy';
import { ListSessions } from '@furrow/production';
import { ListDevices } from '@furrow/telemetry';
import { Controller, Get } from '@nestjs/common';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import { Answers, Does } from '../openapi/decorators.ts';
import { ok } from '../http/ok.ts';
import { DESCRIBED_PROJECTS, PROJECTS } from './project.answer.ts';

const ANY_SESSION = { from: null, to: null, status: null, projectId: null, sectorId: null };
const LATEST = { page: 1, pageSize: 1 };

@Controller('api/control/projects')
@UserAccess()
export class ProjectsController {
  constructor(private readonly listProjects: ListProjects) {}

  @Get()
  @Does('Projects with their sectors', 'The active ones of the user’s company.')
  @Answers(200, 'By name', PROJECTS)
  async list(@CurrentUser() user: UserPrincipal) {
    return ok(await this.listProjects.execute(user.companyId));
  }
}

@Controller('api/console/projects')
@UserAccess()
export class ConsoleProjectsController {
  constructor(
    private readonly describeProjects: DescribeProjects,
    private readonly listDevices: ListDevices,
    private readonly listSessions: ListSessions,
  ) {}

  @Get()
  @Does('Projects with their zones, sectors with their boundaries', 'The active ones of the user’s company.')
  @Answers(200, 'By name', DESCRIBED_PROJECTS)
  async list(@CurrentUser() { companyId, userId }: UserPrincipal) {
    const [projects, latest] = await Promise.all([
      this.describeProjects.execute(companyId),
      this.#latest(companyId, userId),
    ]);
    const data = projects.map((project) => {
      const lastDataAt = latest.get(project.projectId);
      return lastDataAt === undefined ? project : { ...project, lastDataAt };
    });
    return ok(data);
  }

  /** Instants by project; where a project has both a session and readings, the later one. */
  async #latest(companyId: string, userId: string): Promise<ReadonlyMap<string, string>> {
    const [devices, sessions] = await Promise.all([
      this.listDevices.execute(companyId),
      this.listSessions.execute(companyId, { userId, seesCompany: true }, { ...ANY_SESSION, ...LATEST }),
    ]);
    const latest = new Map<string, string>();
    const note = (projectId: string, at: string) => {
      if (at > (latest.get(projectId) ?? '')) latest.set(projectId, at);
    };
    for (const { projectId, lastSeenAt } of devices) if (lastSeenAt !== null) note(projectId, lastSeenAt);
    for (const { session } of sessions.items)
      note(session.state.projectId, session.state.openedAt.toISOString());
    return latest;
  }
}
