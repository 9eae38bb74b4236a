import { type Farm, PROBE, PROBE_EUI } from '../farm.ts';
import { ask } from '@furrow/program';
import { Operation, type Outcome } from './operation.ts';
import { Sender } from './sender.ts';

const UPLINKS = '/api/iot/uplinks/ttn';

/** A LoRaWAN network server, which sends what a probe measures in air and soil, one uplink after the other. */
export class NetworkServer extends Sender {
  #lastTs = 0;

  constructor(
    private readonly farm: Farm,
    private readonly apiUrl: () => string,
    ...sender: ConstructorParameters<typeof Sender>
  ) {
    super(...sender);
  }

  protected override act(): Promise<Outcome> {
    return this.submit(this.ledger.enter(this.#uplink()));
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
}
