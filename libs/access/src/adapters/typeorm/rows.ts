import { Column, Entity, PrimaryColumn } from 'typeorm';

// Columns that the database fills, and last_used_at, occur only in the SQL of the read models.

@Entity({ schema: 'access', name: 'companies' })
export class CompanyRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @Column('text') key: string;
  @Column('text') name: string;
  @Column('text') timezone: string;
  @Column('text', { nullable: true }) currency: string | null;
}

@Entity({ schema: 'access', name: 'users' })
export class UserRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @PrimaryColumn('uuid', { name: 'user_id' }) userId: string;
  @Column('text', { name: 'idp_id' }) idpId: string;
  @Column('text') name: string;
  @Column('text', { nullable: true }) email: string | null;
  @Column('text') role: string;
  @Column('text', { nullable: true }) picture: string | null;
  @Column('text') status: string;
  @Column('boolean') pruned: boolean;
}

@Entity({ schema: 'access', name: 'api_tokens' })
export class ApiTokenRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @PrimaryColumn('uuid', { name: 'token_id' }) tokenId: string;
  @Column('text', { name: 'key_id' }) keyId: string;
  @Column('text') name: string;
  @Column('text', { array: true }) scopes: string[];
  @Column('bytea', { name: 'secret_hash' }) secretHash: Buffer;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'expires_at', nullable: true }) expiresAt: Date | null;
  @Column('timestamptz', { name: 'replaced_at', nullable: true }) replacedAt: Date | null;
  @Column('timestamptz', { name: 'revoked_at', nullable: true }) revokedAt: Date | null;
}

@Entity({ schema: 'access', name: 'devices' })
export class DeviceRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @PrimaryColumn('text', { name: 'device_id' }) deviceId: string;
  @Column('uuid', { name: 'project_id' }) projectId: string;
  @Column('uuid', { name: 'sector_id', nullable: true }) sectorId: string | null;
  @Column('bytea', { name: 'secret_hash' }) secretHash: Buffer;
  @Column('text') status: string;
  @Column('boolean') pruned: boolean;
  @Column('float8', { nullable: true }) latitude: number | null;
  @Column('float8', { nullable: true }) longitude: number | null;
  @Column('float8', { nullable: true }) altitude: number | null;
  @Column('float8', { name: 'wind_height' }) windHeight: number;
  @Column('text', { name: 'dev_eui', nullable: true }) devEui: string | null;
  @Column('json', { nullable: true }) mapping: Readonly<Record<string, string>> | null;
}

export const accessRows = [CompanyRow, UserRow, ApiTokenRow, DeviceRow];
