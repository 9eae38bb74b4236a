import type { Clock } from '@furrow/kernel';
import type { Database, Transaction } from '@furrow/platform';
import type { DeviceStatus } from '../../domain/device.ts';

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

/** A company's devices in the caller's own transaction, by id. Nothing of the secrets. */
export function listDevicesIn(tx: Transaction): Promise<DeviceListItem[]> {
  return tx.query<DeviceListItem>(
    `SELECT device_id AS "deviceId", project_id AS "projectId", sector_id AS "sectorId", status,
            created_at AS "createdAt"
       FROM access.devices WHERE company_id = $1 ORDER BY device_id`,
    [tx.companyId],
  );
}

/** A company's API tokens, for its operator and its admins. Nothing of the secrets. */
export class TokenList {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Newest first; the status is that of now. */
  of(companyId: string): Promise<TokenListItem[]> {
    return this.database.tenant(companyId, (tx) =>
      tx.query<TokenListItem>(
        `SELECT key_id AS "keyId", name, scopes,
                CASE WHEN revoked_at IS NOT NULL THEN 'revoked' WHEN expires_at <= $2 THEN 'expired'
                     WHEN replaced_at IS NOT NULL THEN 'retiring' ELSE 'active' END AS status,
                created_at AS "createdAt", expires_at AS "expiresAt", revoked_at AS "revokedAt",
                last_used_at AS "lastUsedAt"
           FROM access.api_tokens WHERE company_id = $1 ORDER BY token_id DESC`,
        [companyId, this.clock.now()],
      ),
    );
  }
}
