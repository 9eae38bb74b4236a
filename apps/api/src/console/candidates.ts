import { ListCompanies, ListUsers } from '@furrow/access';
import { Injectable } from '@nestjs/common';
import type { Candidate } from './sign-in-pages.ts';

const MOST = 200;

/**
 * The users to choose from when development keys replace an identity provider: the active users of the installation, and
 * those who are invited, by their address.
 */
@Injectable()
export class Candidates {
  constructor(
    private readonly listCompanies: ListCompanies,
    private readonly listUsers: ListUsers,
  ) {}

  /** By company and name; only the first ones of many. */
  async list(): Promise<{ candidates: readonly Candidate[]; more: boolean }> {
    const found: Candidate[] = [];
    for (const { companyId, name: companyName } of await this.listCompanies.execute()) {
      const welcome = (await this.listUsers.execute(companyId)).filter(({ status }) => status !== 'inactive');
      found.push(
        ...welcome.map(({ idpId, email, name, role }) => ({
          idpId: idpId ?? email ?? '',
          name,
          role,
          companyName,
        })),
      );
      if (found.length > MOST) break;
    }
    return { candidates: found.slice(0, MOST), more: found.length > MOST };
  }
}
