import { setTimeout as sleep } from 'node:timers/promises';
import { Controller, Get, Header, Req } from '@nestjs/common';
import { Config } from '@furrow/config';
import { Database, type DatabaseCheck, NotReady } from '@furrow/database';
import type { Value } from '@furrow/kernel/schema';
import { Metrics } from '@furrow/observability';
import type { Request } from 'express';
import { Overloaded } from '../errors/transport-errors.ts';
import type { LIVE, READY } from './health.answer.ts';
import { checkMetricsAccess } from './metrics-access.ts';

/** Names of the migrations that this build expects of its database. */
export class ExpectedMigrations {
  constructor(readonly names: readonly string[]) {}
}

const WAITS = 9;

/** Liveness, readiness and metrics for operators. */
@Controller()
export class HealthController {
  #reading: Promise<string> | undefined;
  /** A text whose rendering has not begun. */
  #later: Promise<string> | undefined;
  #notBefore = -Infinity;

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly metrics: Metrics,
    private readonly expected: ExpectedMigrations,
  ) {}

  @Get('health/live')
  live(): Value<typeof LIVE> {
    return { status: 'success', data: { live: true } };
  }

  /**
   * The database is reachable, accepts writes and has every migration of this build; else 503, whose message names the
   * failed check. It is ready without its read replica. Answers within two seconds.
   */
  @Get('health/ready')
  async ready(): Promise<Value<typeof READY>> {
    const applied = await this.database.checkReady().catch((error: unknown) => {
      throw error instanceof NotReady ? unready(error.check, error.message) : error;
    });
    const missing = this.expected.names.filter((name) => !applied.has(name));
    if (missing.length > 0) throw unready('migrations', `Migrations are missing: ${missing.join(', ')}.`);
    const { replica } = this.database.reads;
    return {
      status: 'success',
      data: {
        ...{ database: 'reachable', writes: 'possible', migrations: 'applied' },
        ...(replica && { reads: replica.state.status === 'current' ? 'replica' : 'primary' }),
      },
    };
  }

  @Get('metrics')
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  read(@Req() request: Request): Promise<string> {
    checkMetricsAccess(request, this.config);
    return this.#reading ?? (this.#later ??= this.#renderLater());
  }

  /**
   * Requests share a text, and after one was rendered, the next one waits for nine times as long as that took, because a
   * crowd that reads without a pause would otherwise keep the process from its work.
   */
  async #renderLater(): Promise<string> {
    const wait = this.#notBefore - performance.now();
    await (wait > 0 ? sleep(wait) : undefined);
    const began = performance.now();
    this.#reading = this.#later;
    this.#later = undefined;
    try {
      return await this.metrics.registry.metrics();
    } finally {
      this.#reading = undefined;
      const now = performance.now();
      this.#notBefore = now + WAITS * (now - began);
    }
  }
}

function unready(check: DatabaseCheck, message: string): Overloaded {
  return new Overloaded(`Not ready (${check}): ${message}`);
}
