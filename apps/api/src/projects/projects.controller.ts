import type { UserPrincipal } from '@furrow/access';
import { type ListedProject, ProjectList } from '@furrow/agronomy';
import { Controller, Get } from '@nestjs/common';
import { CurrentUser, UserAccess } from '../auth/index.ts';

@Controller('api/control/projects')
@UserAccess()
export class ProjectsController {
  constructor(private readonly projects: ProjectList) {}

  /** The active projects of the user's company, each with its active sectors. */
  @Get()
  async list(@CurrentUser() user: UserPrincipal): Promise<{ status: 'success'; data: ListedProject[] }> {
    return { status: 'success', data: await this.projects.of(user.companyId) };
  }
}
