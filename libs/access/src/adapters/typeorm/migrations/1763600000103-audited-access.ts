import { audited, unaudited } from '@furrow/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AuditedAccess1763600000103 implements MigrationInterface {
  name = 'AuditedAccess1763600000103';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(audited('access.users', { kind: 'user', key: 'user_id' }));
    await runner.query(
      audited('access.api_tokens', {
        kind: 'token',
        key: 'token_id',
        subject: 'item.key_id',
        added: `'token.issued'`,
        updated: `CASE WHEN before.revoked_at IS NULL AND item.revoked_at IS NOT NULL THEN 'token.revoked'
                       WHEN before.replaced_at IS NULL AND item.replaced_at IS NOT NULL THEN 'token.rotated'
                       ELSE 'token.updated' END`,
        silent: ['last_used_at'],
      }),
    );
    await runner.query(
      audited('access.devices', {
        kind: 'device',
        key: 'device_id',
        added: `'device.registered'`,
        updated: `CASE WHEN before.status <> 'revoked' AND item.status = 'revoked' THEN 'device.revoked'
                       WHEN before.status = 'revoked' AND item.status <> 'revoked' THEN 'device.registered'
                       WHEN before.secret_hash <> item.secret_hash THEN 'device.rotated'
                       ELSE 'device.updated' END`,
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(['access.users', 'access.api_tokens', 'access.devices'].map(unaudited).join(''));
  }
}
