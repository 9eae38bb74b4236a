import type { Database } from '@furrow/platform';
import type { DeviceStatus } from '../../domain/device.ts';
import type { Role, UserStatus } from '../../domain/user.ts';

export interface CompanyView {
  readonly companyId: string;
  readonly key: string;
  readonly name: string;
  readonly timezone: string;
}

export interface UserListItem {
  readonly userId: string;
  readonly idpId: string;
  readonly name: string;
  readonly email: string | null;
  readonly role: Role;
  readonly picture: string | null;
  readonly status: UserStatus;
}

export interface TokenListItem {
  readonly keyId: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** retiring: replaced by a rotation, and serving until it expires. */
  readonly status: 'active' | 'retiring' | 'expired' | 'revoked';
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
}

export interface DeviceListItem {
  readonly deviceId: string;
  readonly projectId: string;
  readonly sectorId: string | null;
  readonly status: DeviceStatus;
  readonly createdAt: Date;
}

const COMPANY = 'SELECT company_id AS "companyId", key, name, timezone FROM access.companies';

/** What the operator's command line shows. The operator stands above companies. */
export class OperatorLists {
  constructor(private readonly database: Database) {}

  companies(): Promise<CompanyView[]> {
    return this.database.system((tx) => tx.query<CompanyView>(`${COMPANY} ORDER BY key`));
  }

  async companyByKey(key: string): Promise<CompanyView | undefined> {
    const [company] = await this.database.system((tx) =>
      tx.query<CompanyView>(`${COMPANY} WHERE key = $1`, [key]),
    );
    return company;
  }

  users(companyId: string): Promise<UserListItem[]> {
    return this.database.tenant(companyId, (tx) =>
      tx.query<UserListItem>(
        `SELECT user_id AS "userId", idp_id AS "idpId", name, email, role, picture, status
           FROM access.users WHERE company_id = $1 ORDER BY name, idp_id`,
        [companyId],
      ),
    );
  }

  /** Nothing of the secrets. */
  devices(companyId: string): Promise<DeviceListItem[]> {
    return this.database.tenant(companyId, (tx) =>
      tx.query<DeviceListItem>(
        `SELECT device_id AS "deviceId", project_id AS "projectId", sector_id AS "sectorId", status,
                created_at AS "createdAt"
           FROM access.devices WHERE company_id = $1 ORDER BY device_id`,
        [companyId],
      ),
    );
  }

  /** Newest first. Nothing of the secrets. */
  tokens(companyId: string, now: Date): Promise<TokenListItem[]> {
    return this.database.tenant(companyId, (tx) =>
      tx.query<TokenListItem>(
        `SELECT key_id AS "keyId", name, scopes,
                CASE WHEN revoked_at IS NOT NULL THEN 'revoked' WHEN expires_at <= $2 THEN 'expired'
                     WHEN replaced_at IS NOT NULL THEN 'retiring' ELSE 'active' END AS status,
                created_at AS "createdAt", expires_at AS "expiresAt", revoked_at AS "revokedAt",
                last_used_at AS "lastUsedAt"
           FROM access.api_tokens WHERE company_id = $1 ORDER BY token_id DESC`,
        [companyId, now],
      ),
    );
  }
}
