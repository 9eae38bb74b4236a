import type { UserPrincipal } from '@furrow/access/domain';
import { DescribeProjects, ListProjects } from '@furrow/agronomy';
import { Controller, Get } from '@nestjs/common';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import { Answers, Does } from '../openapi/decorators.ts';
import { ok } from '../http/ok.ts';
import { DESCRIBED_PROJECTS, PROJECTS } from './project.answer.ts';

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
  constructor(private readonly describeProjects: DescribeProjects) {}

  @Get()
  @Does('Projects with their zones, sectors with their boundaries', 'The active ones of the user’s company.')
  @Answers(200, 'By name', DESCRIBED_PROJECTS)
  async list(@CurrentUser() { companyId }: UserPrincipal) {
    return ok(await this.describeProjects.execute(companyId));
  }
}
