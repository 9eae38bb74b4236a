import { isTimeZone } from '@furrow/kernel';
import { isLine, Problems } from './problems.ts';

export interface CompanyProfile {
  /** The operator's name for it: lower case letters, digits and hyphens. It never changes. */
  readonly key: string;
  readonly name: string;
  /** IANA zone. */
  readonly timezone: string;
}

const KEY = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** A tenant: everything belongs to exactly one. Immutable. */
export class Company {
  private constructor(
    readonly companyId: string,
    readonly profile: CompanyProfile,
  ) {}

  /** @throws ValidationFailed */
  static found(companyId: string, profile: CompanyProfile): Company {
    return new Company(companyId, checked(profile));
  }

  static restore(companyId: string, profile: CompanyProfile): Company {
    return new Company(companyId, profile);
  }

  /** The same company under another name or zone; itself when nothing differs. */
  change(profile: Omit<CompanyProfile, 'key'>): Company {
    const next = checked({ ...profile, key: this.profile.key });
    const same = next.name === this.profile.name && next.timezone === this.profile.timezone;
    return same ? this : new Company(this.companyId, next);
  }
}

function checked({ key, name, timezone }: CompanyProfile): CompanyProfile {
  new Problems()
    .unless(KEY.test(key), 'key', 'must have 1 to 63 lower case letters, digits and hyphens')
    .unless(isLine(name, 200), 'name', 'must have 1 to 200 characters')
    .unless(isTimeZone(timezone), 'timezone', 'must be an IANA time zone such as America/Santiago')
    .throwIfAny();
  return { key, name, timezone };
}
