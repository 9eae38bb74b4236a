import { PendingCommands } from '@furrow/telemetry';
import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { GatewayMetrics } from '../gateway-metrics.ts';

const EVERY_MS = 30_000;

/** A command whose device has not come in time is not sent any more; here it leaves the outbox, and is counted. */
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
