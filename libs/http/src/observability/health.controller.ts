import { Controller, Get, Header, Req } from '@nestjs/common';
import { Config, Database, type DatabaseCheck, Metrics, NotReady } from '@furrow/platform';
import type { Request } from 'express';
import { Overloaded } from '../errors/refusals.ts';
import { checkMetricsReader } from './metrics-reader.ts';

/** Names of the migrations that this build expects of its database. */
export class ExpectedMigrations {
  constructor(readonly names: readonly string[]) {}
}

const SHARED_FOR = 9;

/** Liveness, readiness and metrics for operators. */
@Controller()
export class HealthController {
  #reading: Promise<string> | undefined;
  #readAgainAt = -Infinity;

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly metrics: Metrics,
    private readonly expected: ExpectedMigrations,
  ) {}

  @Get('health/live')
  live() {
    return { status: 'success', data: { live: true } };
  }

  /**
   * The database is reachable, accepts writes and has every migration of this build; else 503, whose message names the
   * failed check. It is ready without its read replica. Answers within two seconds.
   */
  @Get('health/ready')
  async ready() {
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
    checkMetricsReader(request, this.config);
    if (performance.now() >= this.#readAgainAt) this.#reading = undefined;
    return (this.#reading ??= this.#render());
  }

  /**
   * Requests share a text for nine times as long as it took to render, because a crowd that reads without a pause would
   * otherwise keep the process from its work.
   */
  async #render(): Promise<string> {
    const began = performance.now();
    this.#readAgainAt = Infinity;
    try {
      return await this.metrics.registry.metrics();
    } finally {
      const now = performance.now();
      this.#readAgainAt = now + SHARED_FOR * (now - began);
    }
  }
}

function unready(check: DatabaseCheck, message: string): Overloaded {
  return new Overloaded(`Not ready (${check}): ${message}`);
}
