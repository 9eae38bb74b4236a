import type { Database } from '@furrow/platform';
import { CredentialLookup } from '../../application/ports.ts';
import type { ApiToken } from '../../domain/api-token.ts';
import type { UserPrincipal } from '../../domain/principal.ts';
import { tokenFrom } from './mapper.ts';
import { ApiTokenRow } from './rows.ts';

/** Crosses companies, for whose a credential is shows only once it is found. */
export class TypeormCredentialLookup extends CredentialLookup {
  constructor(private readonly database: Database) {
    super();
  }

  override async userByIdpId(idpId: string): Promise<UserPrincipal | undefined> {
    const [user] = await this.database.system((tx) =>
      tx.query<Omit<UserPrincipal, 'kind'>>(
        `SELECT company_id AS "companyId", user_id AS "userId", idp_id AS "idpId", role
           FROM access.users WHERE idp_id = $1 AND status = 'active'`,
        [idpId],
      ),
    );
    return user && { kind: 'user', ...user };
  }

  override async tokenByKeyId(keyId: string): Promise<{ token: ApiToken; companyId: string } | undefined> {
    const row = await this.database.system((tx) => tx.manager.findOneBy(ApiTokenRow, { keyId }));
    return row === null ? undefined : { token: tokenFrom(row), companyId: row.companyId };
  }
}
