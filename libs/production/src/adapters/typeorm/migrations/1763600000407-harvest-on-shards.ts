import { auditedAs, changeLogTrigger } from '@furrow/journal';
import type { QueryRunner } from 'typeorm';
import { SESSIONS, SESSIONS_SHOWN_OTHERWISE } from './1763600000401-session-changes.ts';
import { AUDITED_SESSIONS } from './1763600000403-audited-harvest.ts';

/** Triggers of version 0.1.0, in statements that shards understand as well. */
export class HarvestOnShards1763600000407 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${auditedAs('production.sessions', AUDITED_SESSIONS)}
      ${changeLogTrigger(SESSIONS)}
      ${SESSIONS_SHOWN_OTHERWISE}`);
  }
}
