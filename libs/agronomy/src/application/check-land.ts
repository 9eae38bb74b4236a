import { landNamed } from './observed-days.ts';
import type { ObservedLand, PhytosanitaryReadings } from './ports.ts';

/** For answers that are about the whole company: what a caller names must be the company's all the same. */
export class CheckLand {
  constructor(private readonly readings: PhytosanitaryReadings) {}

  /** @throws ProjectForbidden | SectorForbidden | SectorNotInProject */
  async execute(companyId: string, land: ObservedLand): Promise<void> {
    if (land.projectId === null && land.sectorId === null) return;
    await this.readings.run(companyId, (reader) => landNamed(reader, land));
  }
}
