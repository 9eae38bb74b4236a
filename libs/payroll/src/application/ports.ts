import type { PayPolicy } from '../domain/index.ts';

/** A company's pay policies, within one transaction. */
export abstract class PayPolicyRepository {
  /** Those in force, by the date they begin on. Nobody else changes any until the transaction ends. */
  abstract load(): Promise<PayPolicy[]>;
  /** Those that were taken back and may be stated again too. */
  abstract save(policies: readonly PayPolicy[]): Promise<void>;
  abstract deactivate(policies: readonly PayPolicy[]): Promise<void>;
}
