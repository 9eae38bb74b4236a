import { type Audited, audited } from '@furrow/journal';
import type { QueryRunner } from 'typeorm';

const USERS: Audited = { kind: 'user', key: 'user_id' };
const API_TOKENS: Audited = {
  kind: 'token',
  key: 'token_id',
  subject: 'item.key_id',
  added: `'token.issued'`,
  updated: `CASE WHEN before.revoked_at IS NULL AND item.revoked_at IS NOT NULL THEN 'token.revoked'
                 WHEN before.replaced_at IS NULL AND item.replaced_at IS NOT NULL THEN 'token.rotated'
                 ELSE 'token.updated' END`,
  silent: ['last_used_at'],
};
const DEVICES: Audited = {
  kind: 'device',
  key: 'device_id',
  added: `'device.registered'`,
  updated: `CASE WHEN before.status <> 'revoked' AND item.status = 'revoked' THEN 'device.revoked'
                 WHEN before.status = 'revoked' AND item.status <> 'revoked' THEN 'device.registered'
                 WHEN before.secret_hash <> item.secret_hash THEN 'device.rotated'
                 ELSE 'device.updated' END`,
};

export const AUDITED_ACCESS = Object.entries({
  'access.users': USERS,
  'access.api_tokens': API_TOKENS,
  'access.devices': DEVICES,
});

export class AuditedAccess1763600000103 {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, told] of AUDITED_ACCESS) await runner.query(audited(table, told));
  }
}
