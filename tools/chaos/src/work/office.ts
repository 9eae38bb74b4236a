import { setTimeout as sleep } from 'node:timers/promises';
import type { ChaosSystem } from '../chaos-system.ts';
import type { Farm } from '../farm.ts';
import { ask } from '@furrow/program';

const PAY_RUNS = '/api/control/pay-runs';
const FIRST_DAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;
const PAUSE_MS = 2_000;

/** Freezes pay runs, each of one day on which nobody worked. The stored rows show which succeeded. */
export class Office {
  #day = 0;

  constructor(
    private readonly system: ChaosSystem,
    private readonly farm: Farm,
  ) {}

  async run(stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      await this.#freezeNext();
      await sleep(PAUSE_MS, undefined, { signal: stopping }).catch(() => undefined);
    }
  }

  async #freezeNext(): Promise<void> {
    const day = new Date(FIRST_DAY + this.#day++ * DAY_MS).toISOString().slice(0, 10);
    const url = `${this.system.apiUrl}${PAY_RUNS}`;
    const opened = await ask(url, this.farm.admin.jwt, 'POST', { from: day, to: day });
    if (opened?.code === 'too_many_drafts') await this.#deleteDrafts(url);
    const payRunId = opened?.data?.['payRunId'];
    if (typeof payRunId === 'string') await ask(`${url}/${payRunId}/freeze`, this.farm.admin.jwt, 'POST', {});
  }

  /** Drafts remain where the answer to their creation was lost. */
  async #deleteDrafts(url: string): Promise<void> {
    const list = `${url}?statements=false&pageSize=100`;
    type Runs = readonly { payRunId: string; status: string }[];
    const listed = await ask<Runs>(list, this.farm.admin.jwt, 'GET');
    for (const { payRunId, status } of listed?.data ?? [])
      if (status === 'draft') await ask(`${url}/${payRunId}`, this.farm.admin.jwt, 'DELETE');
  }
}
