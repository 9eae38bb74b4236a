import { isId } from '@furrow/kernel';
import type { Database } from '@furrow/database';
import type { CredentialLookup } from '../../application/ports.ts';
import type { Device } from '../../domain/device.ts';
import type { ApiToken } from '../../domain/api-token.ts';
import type { UserPrincipal } from '../../domain/principal.ts';
import { deviceFrom, tokenFrom } from './mapper.ts';
import { ApiTokenRow, type DeviceRow } from './rows.ts';

/** Crosses companies, because the company of a credential is unknown until it is found. */
export class TypeormCredentialLookup implements CredentialLookup {
  constructor(private readonly database: Database) {}

  async userByIdpId(idpId: string): Promise<UserPrincipal | undefined> {
    const [user] = await this.database.system((tx) =>
      tx.query<Omit<UserPrincipal, 'kind'>>(
        `SELECT company_id AS "companyId", user_id AS "userId", idp_id AS "idpId", role
           FROM access.users WHERE idp_id = $1 AND status = 'active'`,
        [idpId],
      ),
    );
    return user && { kind: 'user', ...user };
  }

  async companiesThatInvite(emailKey: string): Promise<string[]> {
    const rows = await this.database.system((tx) =>
      tx.query<{ companyId: string }>(
        `SELECT company_id AS "companyId" FROM access.invitations WHERE email_key = $1 AND status = 'invited' LIMIT 2`,
        [emailKey],
      ),
    );
    return rows.map(({ companyId }) => companyId);
  }

  async tokenByKeyId(keyId: string): Promise<{ token: ApiToken; companyId: string } | undefined> {
    const row = await this.database.system((tx) => tx.manager.findOneBy(ApiTokenRow, { keyId }));
    return row === null ? undefined : { token: tokenFrom(row), companyId: row.companyId };
  }

  async devicesById(deviceIds: readonly string[]): Promise<{ device: Device; companyId: string }[]> {
    const ids = possible(deviceIds);
    if (ids.length === 0) return [];
    const rows = await this.database.systemAtOnce((tx) =>
      tx.query<DeviceRow>(
        `SELECT company_id AS "companyId", device_id AS "deviceId", project_id AS "projectId",
                sector_id AS "sectorId", secret_hash AS "secretHash", status, pruned,
                latitude, longitude, altitude, wind_height AS "windHeight", dev_eui AS "devEui", mapping
           FROM access.devices WHERE device_id = ANY($1)`,
        [ids],
      ),
    );
    return rows.map((row) => ({ device: deviceFrom(row), companyId: row.companyId }));
  }

  async deviceRevisions(deviceIds: readonly string[]): Promise<Map<string, string>> {
    const ids = possible(deviceIds);
    if (ids.length === 0) return new Map();
    // The transaction that wrote the row.
    const rows = await this.database.systemAtOnce((tx) =>
      tx.query<{ deviceId: string; revision: string }>(
        `SELECT device_id AS "deviceId", xmin::text AS revision FROM access.devices WHERE device_id = ANY($1)`,
        [ids],
      ),
    );
    return new Map(rows.map(({ deviceId, revision }) => [deviceId, revision]));
  }

  async companyId(keyOrId: string): Promise<string | undefined> {
    const [company] = await this.database.system((tx) =>
      tx.query<{ companyId: string }>(
        `SELECT company_id AS "companyId" FROM access.companies WHERE key = $1 OR company_id = $2`,
        [keyOrId, isId(keyOrId) ? keyOrId : null],
      ),
    );
    return company?.companyId;
  }
}

/** PostgreSQL text cannot contain NUL, and one such id would make the whole query fail. */
function possible(ids: readonly string[]): string[] {
  return ids.filter((id) => !id.includes('\0'));
}
