import type { Transaction } from '@furrow/database';
import { IsNull } from 'typeorm';
import type { ApiTokenRepository } from '../../application/ports.ts';
import type { ApiToken } from '../../domain/api-token.ts';
import { TokenNameTaken } from '../../domain/errors.ts';
import { tokenFrom, tokenRow } from './mapper.ts';
import { ApiTokenRow } from './rows.ts';

export class TypeormApiTokenRepository implements ApiTokenRepository {
  constructor(private readonly tx: Transaction) {}

  async unrevoked(): Promise<ApiToken[]> {
    const rows = await this.tx.manager.find(ApiTokenRow, {
      where: { companyId: this.tx.companyId, revokedAt: IsNull() },
      order: { tokenId: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    return rows.map(tokenFrom);
  }

  async byKeyId(keyId: string): Promise<ApiToken | undefined> {
    const row = await this.tx.manager.findOne(ApiTokenRow, {
      where: { companyId: this.tx.companyId, keyId },
      lock: { mode: 'pessimistic_write' },
    });
    return row === null ? undefined : tokenFrom(row);
  }

  async add(token: ApiToken): Promise<void> {
    const row = tokenRow(this.tx.companyId, token);
    const added = await this.tx.query(
      `INSERT INTO access.api_tokens
         (company_id, token_id, key_id, name, scopes, secret_hash, created_at, expires_at, replaced_at, revoked_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       ON CONFLICT (company_id, name) WHERE revoked_at IS NULL AND replaced_at IS NULL DO NOTHING
       RETURNING token_id`,
      [
        row.companyId,
        row.tokenId,
        row.keyId,
        row.name,
        row.scopes,
        row.secretHash,
        row.createdAt,
        row.expiresAt,
        row.replacedAt,
        row.revokedAt,
      ],
    );
    if (added.length === 0) throw new TokenNameTaken(token.name);
  }

  async update(token: ApiToken): Promise<void> {
    const { companyId, tokenId, scopes, expiresAt, replacedAt, revokedAt } = tokenRow(
      this.tx.companyId,
      token,
    );
    await this.tx.manager.update(
      ApiTokenRow,
      { companyId, tokenId },
      { scopes, expiresAt, replacedAt, revokedAt },
    );
  }
}
