import { type Clock, DateRange, type Page, type PageRequest } from '@furrow/kernel';
import { ProjectNotFound, SectorNotFound, SectorNotInProject } from '@furrow/kernel/errors';
import { type Viewer } from '../../domain/index.ts';
import type { ProductionTransactions, FarmDirectory, SessionFilters } from '../ports.ts';
import { amountsOf } from '../prices/session-amounts.ts';
import type { ShownSession } from './shown-session.ts';

export type ListSessionsInput = SessionFilters & PageRequest;

/** Lists the latest sessions first, in pages: users see their own, admins the company's. */
export class ListSessions {
  constructor(
    private readonly transactions: ProductionTransactions,
    private readonly clock: Clock,
  ) {}

  /** @throws InvalidDateRange, then ProjectNotFound | SectorNotFound | SectorNotInProject */
  async execute(companyId: string, viewer: Viewer, input: ListSessionsInput): Promise<Page<ShownSession>> {
    DateRange.checkOrder(input.from, input.to);
    return this.transactions.run(companyId, async (repositories) => {
      const { projects, sessions } = repositories;
      await checkPlace(projects, input);
      const ownerUserId = viewer.seesCompany ? null : viewer.userId;
      const found = await sessions.page({ ...input, ownerUserId, now: this.clock.now() });
      const listed = found.items.map(({ session }) => session);
      const warnings = await projects.warnings(listed);
      const amountOf = await amountsOf(repositories, listed);
      const items = found.items.map((each) => ({
        ...each,
        amount: amountOf(each),
        warnings: warnings.get(each.session.id) ?? [],
      }));
      return { ...found, items };
    });
  }
}

async function checkPlace(
  projects: FarmDirectory,
  { projectId, sectorId }: Pick<SessionFilters, 'projectId' | 'sectorId'>,
): Promise<void> {
  if (projectId !== null && !(await projects.project(projectId))) throw new ProjectNotFound();
  if (sectorId === null) return;
  const sector = await projects.sector(sectorId);
  if (!sector) throw new SectorNotFound();
  if (projectId !== null && sector.projectId !== projectId.toLowerCase()) throw new SectorNotInProject();
}
