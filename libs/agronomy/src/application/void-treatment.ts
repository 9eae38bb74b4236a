import type { Clock } from '@furrow/kernel';
import { NotTreatmentAuthor, type Treatment, TreatmentNotFound } from '../domain/index.ts';
import type { TreatmentTransactions } from './ports.ts';

export interface TreatmentVoider {
  readonly userId: string;
  /** True for admins, who may void every treatment of the company. */
  readonly mayVoidAny: boolean;
}

export interface VoidTreatmentInput {
  readonly treatmentId: string;
  readonly reason: string | null;
}

/** Voids a treatment that was recorded in error; a repeat answers the same and changes nothing. */
export class VoidTreatment {
  constructor(
    private readonly transactions: TreatmentTransactions,
    private readonly clock: Clock,
  ) {}

  /** @throws TreatmentNotFound | NotTreatmentAuthor */
  execute(
    companyId: string,
    user: TreatmentVoider,
    { treatmentId, reason }: VoidTreatmentInput,
  ): Promise<Treatment> {
    return this.transactions.run(companyId, async ({ treatments }) => {
      const treatment = await treatments.lock(treatmentId);
      if (!treatment) throw new TreatmentNotFound();
      if (!user.mayVoidAny && treatment.state.author.userId !== user.userId) throw new NotTreatmentAuthor();
      const voided = treatment.void({ at: this.clock.now(), by: user.userId, reason });
      if (voided !== treatment) await treatments.void(voided);
      return voided;
    });
  }
}
