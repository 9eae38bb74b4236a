import { isTimeZone } from '@furrow/kernel';
import type { CompanyId } from './ids.ts';
import { isLine, Problems } from './problems.ts';

export interface CompanyProfile {
  /** The key that the farm file gives it: lower case letters, digits and hyphens. It never changes. */
  readonly key: string;
  readonly name: string;
  /** IANA zone. */
  readonly timezone: string;
  /** ISO 4217 code of prices and wages; null if none is declared. */
  readonly currency: string | null;
}

/** A company as the farm file declares it: omitted members stay as they are, null clears. */
export interface CompanyDeclaration extends Omit<CompanyProfile, 'currency'> {
  readonly currency?: string | null | undefined;
}

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
const KEY = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** A tenant: every object belongs to exactly one. Immutable. */
export class Company {
  private constructor(
    readonly companyId: CompanyId,
    readonly profile: CompanyProfile,
  ) {}

  /** @throws ValidationFailed */
  static found(companyId: string, { currency, ...profile }: CompanyDeclaration): Company {
    return new Company(companyId as CompanyId, checked({ ...profile, currency: currency ?? null }));
  }

  static restore(companyId: CompanyId, profile: CompanyProfile): Company {
    return new Company(companyId, profile);
  }

  /** The same company with the declared members; the same object if nothing differs. @throws ValidationFailed */
  change({ currency = this.profile.currency, ...profile }: Omit<CompanyDeclaration, 'key'>): Company {
    const next = checked({ ...profile, currency, key: this.profile.key });
    const same = (Object.keys(next) as (keyof CompanyProfile)[]).every(
      (name) => next[name] === this.profile[name],
    );
    return same ? this : new Company(this.companyId, next);
  }
}

function checked({ key, name, timezone, currency }: CompanyProfile): CompanyProfile {
  new Problems()
    .unless(KEY.test(key), 'key', 'must have 1 to 63 lower case letters, digits and hyphens')
    .unless(isLine(name, 200), 'name', 'must have 1 to 200 characters')
    .unless(isTimeZone(timezone), 'timezone', 'must be an IANA time zone such as America/Santiago')
    .unless(currency === null || CURRENCIES.has(currency), 'currency', 'must be an ISO 4217 code such as CLP')
    .throwIfAny();
  return { key, name, timezone, currency };
}
