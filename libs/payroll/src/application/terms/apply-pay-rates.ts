import { ValidationFailed } from '@furrow/kernel';
import { type ApplyOptions, declaredIn, isInUse, Reconciliation } from '@furrow/kernel/declarations';
import {
  canonical,
  declaredRate,
  type PayRateDeclaration,
  payRateKey,
  type PayRateState,
  rateTarget,
} from '../../domain/index.ts';
import { inUse, notOffered } from './declared-wages.ts';
import type { Crew, WageRepository } from '../ports.ts';

/** Applies the pay rates of the farm file. */
export class ApplyPayRates {
  constructor(
    private readonly wages: WageRepository,
    private readonly crew: Crew,
  ) {}

  /**
   * @param prune withdraws those that the file leaves out
   * @throws ValidationFailed naming every wrong member, such as `payRates[0].worker`
   */
  async execute(declared: readonly PayRateDeclaration[], options: ApplyOptions): Promise<void> {
    const known = new Map((await this.wages.loadRates()).map((rate) => [payRateKey(rate), rate]));
    const ids = await this.crew.idsOf(declared.flatMap(({ worker }) => worker?.trim() || []));
    const offers = declared.length > 0 ? await this.crew.offers() : { position: [], group: [] };
    const targetOf = (rate: PayRateDeclaration) => {
      const { of, target } = rateTarget(rate);
      return { of, target: of === 'worker' ? (ids.get(target) ?? target) : target };
    };
    const keyOf = (rate: PayRateDeclaration) => {
      // One that names nobody has a place of its own, where its problem is told.
      const target = attempt(() => targetOf(rate)) ?? {
        of: 'worker' as const,
        target: String(declared.indexOf(rate)),
      };
      return payRateKey({ ...target, validFrom: rate.validFrom as PayRateState['validFrom'] });
    };
    const file = new Reconciliation(options);
    const reconciled = file.reconcile(
      known,
      declaredIn('payRates', declared, keyOf),
      {
        declare: (declaration, before) => {
          const { of, target } = targetOf(declaration);
          if (of === 'worker' && ![...ids.values()].includes(target))
            refuse('worker', 'names no worker, by code or id');
          if (of !== 'worker' && isInUse(declaration) && !offers[of].includes(target))
            refuse(of, notOffered(offers[of], `workerOptions.${of}`));
          const rate = declaredRate(declaration, { of, target });
          return before && canonical(before) === canonical(rate) ? before : rate;
        },
        deactivate: (rate) => rate,
      },
      'validFrom',
    );
    file.assertValid();
    const { saved, withdrawn } = inUse(reconciled, declared, keyOf, payRateKey);
    if (saved.length > 0) await this.wages.saveRates(saved);
    if (withdrawn.length > 0) await this.wages.deactivateRates(withdrawn);
  }
}

function refuse(field: string, message: string): never {
  throw new ValidationFailed([{ field, message }]);
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof ValidationFailed) return undefined;
    throw error;
  }
}
