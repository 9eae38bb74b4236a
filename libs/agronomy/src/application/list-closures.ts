import type { Clock } from '@furrow/kernel';
import { closuresAt, type SectorClosure, type TreatmentState } from '../domain/index.ts';
import type { ListTreatments } from './list-treatments.ts';

const PAGE_SIZE = 100;

/** The sectors of a company that treatments close to the harvest or to people at the moment. */
export class ListClosures {
  constructor(
    private readonly listTreatments: ListTreatments,
    private readonly clock: Clock,
  ) {}

  async execute(companyId: string): Promise<SectorClosure[]> {
    const now = this.clock.now();
    const filters = { from: null, to: null, projectId: null, sectorId: null, closingAt: now };
    const treatments: TreatmentState[] = [];
    for (let page = 1, total = 1; (page - 1) * PAGE_SIZE < total; page++) {
      const found = await this.listTreatments.page(companyId, filters, { page, pageSize: PAGE_SIZE });
      treatments.push(...found.items);
      ({ total } = found);
    }
    return closuresAt(now, treatments);
  }
}
