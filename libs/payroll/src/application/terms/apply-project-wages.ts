import { type ApplyOptions, declaredIn, Reconciliation } from '@furrow/kernel/declarations';
import { canonical, declaredWage, type ProjectWageDeclaration, projectWageKey } from '../../domain/index.ts';
import { inUse, knownGroup } from './declared-wages.ts';
import type { Crew, WageRepository } from '../ports.ts';

/** Applies the project wages of the farm file. */
export class ApplyProjectWages {
  constructor(
    private readonly wages: WageRepository,
    private readonly crew: Crew,
  ) {}

  /**
   * @param prune withdraws those that the file leaves out
   * @throws ValidationFailed naming every wrong member, such as `projectWages[0].minimumWage.amount`
   */
  async execute(declared: readonly ProjectWageDeclaration[], options: ApplyOptions): Promise<void> {
    const known = new Map((await this.wages.loadProjectWages()).map((wage) => [projectWageKey(wage), wage]));
    const groups = declared.length > 0 ? (await this.crew.offers()).group : [];
    const file = new Reconciliation(options);
    const reconciled = file.reconcile(
      known,
      declaredIn('projectWages', declared, projectWageKey),
      {
        declare: (declaration, before) => {
          knownGroup(declaration, groups);
          const wage = declaredWage(declaration, before);
          return before && canonical(before) === canonical(wage) ? before : wage;
        },
        deactivate: (wage) => wage,
      },
      'validFrom',
    );
    file.assertValid();
    const { saved, withdrawn } = inUse(reconciled, declared, projectWageKey, projectWageKey);
    if (saved.length > 0) await this.wages.saveProjectWages(saved);
    if (withdrawn.length > 0) await this.wages.deactivateProjectWages(withdrawn);
  }
}
