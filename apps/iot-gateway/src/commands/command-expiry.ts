import { BackgroundJobs } from '@furrow/jobs';
import { PendingCommands } from '@furrow/telemetry';
import { Injectable } from '@nestjs/common';
import { GatewayMetrics } from '../gateway-metrics.ts';

const EVERY_MS = 30_000;

/** Removes commands that were not delivered in time from the outbox, and counts them. */
@Injectable()
export class CommandExpiry {
  constructor(commands: PendingCommands, metrics: GatewayMetrics, jobs: BackgroundJobs) {
    const drop = async () => {
      const count = await commands.expire();
      if (count > 0) metrics.commands.inc({ outcome: 'expired' }, count);
    };
    jobs.add({ name: 'command expiry', everyMs: EVERY_MS, run: drop });
  }
}
