import { PendingCommands } from '@furrow/telemetry';
import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { GatewayMetrics } from '../gateway-metrics.ts';

const EVERY_MS = 30_000;

/** Removes commands that were not delivered in time from the outbox, and counts them. */
@Injectable()
export class CommandExpiry {
  readonly #logger = new Logger('commands');

  constructor(
    private readonly commands: PendingCommands,
    private readonly metrics: GatewayMetrics,
  ) {}

  @Interval(EVERY_MS)
  async drop(): Promise<void> {
    try {
      const count = await this.commands.expire();
      if (count > 0) this.metrics.commands.inc({ outcome: 'expired' }, count);
    } catch (error) {
      this.#logger.debug({ err: error }, 'expired commands leave the outbox at the next beat');
    }
  }
}
