import type { Clock } from '@furrow/kernel';
import {
  IdempotencyKeyReused,
  ProjectNotFound,
  SectorNotFound,
  SectorNotInProject,
} from '@furrow/kernel/errors';
import { newTreatmentId, Treatment, type TreatmentAuthor, type TreatmentDraft } from '../domain/index.ts';
import type { TreatmentRepositories, TreatmentTransactions } from './ports.ts';

export interface RecordedTreatment {
  readonly treatment: Treatment;
  readonly created: boolean;
}

/** Records a treatment; a repeat answers the first one and writes nothing. */
export class RecordTreatment {
  constructor(
    private readonly transactions: TreatmentTransactions,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws ProjectNotFound | SectorNotFound | SectorNotInProject
   * @throws IdempotencyKeyReused if the `clientEventId` was used with other content
   * @throws StartedInFuture
   */
  execute(companyId: string, author: TreatmentAuthor, draft: TreatmentDraft): Promise<RecordedTreatment> {
    return this.transactions.run(companyId, async (repositories) => {
      const [place, repeated] = await Promise.all([
        placeOf(repositories, draft),
        this.#recordedBefore(repositories, author, draft),
      ]);
      if (repeated) return checked(repeated, draft);
      if (!place.active) throw new ProjectNotFound();
      if (place.sectors.some(({ active }) => !active)) throw new SectorNotFound();

      const made = { treatmentId: newTreatmentId(), by: author, at: this.clock.now() };
      const treatment = Treatment.record(draft, place, made);
      if (await repositories.treatments.insert(treatment)) return { treatment, created: true };

      const twin = await this.#recordedBefore(repositories, author, draft);
      if (!twin) throw new Error('A treatment’s key is taken by no treatment');
      return checked(twin, draft);
    });
  }

  #recordedBefore(
    { treatments }: TreatmentRepositories,
    { userId }: TreatmentAuthor,
    { clientEventId }: TreatmentDraft,
  ): Promise<Treatment | undefined> {
    return treatments.byClientEventId(userId, clientEventId);
  }
}

function checked(treatment: Treatment, draft: TreatmentDraft): RecordedTreatment {
  if (!treatment.isRepeatedBy(draft)) throw new IdempotencyKeyReused('clientEventId');
  return { treatment, created: false };
}

/** The project, with the sectors in the order of the draft. */
async function placeOf({ farm }: TreatmentRepositories, { projectId, sectorIds }: TreatmentDraft) {
  const [project, found] = await Promise.all([farm.project(projectId), farm.sectors(sectorIds)]);
  if (!project) throw new ProjectNotFound();
  const byId = new Map(found.map((sector) => [sector.sectorId, sector]));
  const sectors = sectorIds.map((id) => {
    const sector = byId.get(id.toLowerCase());
    if (!sector) throw new SectorNotFound();
    return sector;
  });
  if (sectors.some((sector) => sector.projectId !== project.projectId)) throw new SectorNotInProject();
  return { ...project, sectors };
}
