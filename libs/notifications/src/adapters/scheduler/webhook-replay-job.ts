import type { BackgroundJobs } from '@furrow/jobs';
import { Logger } from '@nestjs/common';
import type { ContinueReplays, ReplayObserver } from '../../application/replays/continue-replays.ts';

const EVERY_MS = 1_000;
/** After this the process may end or do other work, however much is left. */
const WORKING_MS = 1_000;

const logger = new Logger('WebhookReplayJob');

export const loggedReplays: ReplayObserver = {
  failed: ({ companyId, webhookId }, error) =>
    logger.warn(`the replay of webhook ${webhookId} of company ${companyId} failed: ${String(error)}`),
};

/** Continues the replays of webhooks in the background. */
export class WebhookReplayJob {
  constructor(
    private readonly replays: ContinueReplays,
    jobs: BackgroundJobs,
  ) {
    jobs.add({ name: 'webhook replay', everyMs: EVERY_MS, run: () => this.#run() });
  }

  async #run(): Promise<void> {
    const end = performance.now() + WORKING_MS;
    while ((await this.replays.execute()) > 0 && performance.now() < end);
  }
}
