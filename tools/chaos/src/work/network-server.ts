import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '@furrow/program';
import { type Farm, PROBE, PROBE_EUI } from '../farm.ts';
import { ask } from '@furrow/testbed';
import type { Ledger } from '../proof/ledger.ts';
import { Operation } from './operation.ts';
import type { PhoneHabits } from './phone.ts';

const UPLINKS = '/api/iot/uplinks/ttn';

/** A LoRaWAN network server, which sends what a probe measures in air and soil, one uplink after the other. */
export class NetworkServer {
  #lastTs = 0;

  constructor(
    private readonly farm: Farm,
    private readonly apiUrl: () => string,
    private readonly ledger: Ledger,
    private readonly random: Random,
    private readonly habits: Pick<PhoneHabits, 'pauseMs' | 'repeatsUnanswered'>,
  ) {}

  async run(stopping: AbortSignal): Promise<void> {
    const { pauseMs, repeatsUnanswered } = this.habits;
    while (!stopping.aborted) {
      const operation = this.ledger.enter(this.#uplink());
      let outcome = await this.#attempt(operation);
      if (outcome === 'unknown' && repeatsUnanswered && this.random.chance(0.6)) {
        await sleep(this.random.between(20, 300));
        outcome = await this.#attempt(operation);
      }
      const pause = outcome === 'unknown' ? this.random.between(200, 1_000) : this.random.below(pauseMs);
      await sleep(pause, undefined, { signal: stopping }).catch(() => undefined);
    }
  }

  #uplink(): Operation {
    const ts = Math.max(Date.now(), this.#lastTs + 1);
    this.#lastTs = ts;
    const content = {
      ...{ te: this.random.between(-500, 3_500) / 100, moisture: this.random.between(0, 800) / 16 },
    };
    const body = {
      end_device_ids: { dev_eui: PROBE_EUI },
      uplink_message: {
        ...{ received_at: new Date(ts).toISOString(), f_cnt: this.random.below(65_536) },
        decoded_payload: { air: content.te, water: content.moisture },
      },
    };
    return new Operation('uplink', `${PROBE} ${ts}`, content, async () => {
      const answer = await ask(`${this.apiUrl()}${UPLINKS}`, this.farm.networkCredential, 'POST', body);
      return { status: answer?.status, code: answer?.code };
    });
  }

  async #attempt(operation: Operation) {
    return this.ledger.answered(operation, (await operation.send?.()) ?? { status: undefined });
  }
}
