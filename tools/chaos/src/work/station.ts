import { setTimeout as sleep } from 'node:timers/promises';
import type { DeviceCredential } from '@furrow/access/testing';
import { Random } from '@furrow/program';
import type { Ledger } from '../proof/ledger.ts';
import { BufferingDevice } from './buffering-device.ts';
import { Operation } from './operation.ts';

/** Buffered readings; a station measures nothing more until some are acknowledged. */
const MEMORY = 200;
const COMES_BACK_AFTER_MS = 200;

/** A device that measures air and soil. */
export class Station extends BufferingDevice<Operation> {
  #lastTs = 0;

  constructor(
    device: DeviceCredential,
    iotUrl: string,
    private readonly ledger: Ledger,
    private readonly random: Random,
    private readonly pauseMs: number,
  ) {
    const backOffMs = [COMES_BACK_AFTER_MS, COMES_BACK_AFTER_MS] as const;
    super(device, iotUrl, { random: new Random(0), backOffMs, outagesMs: [], failedAttempts: 0 });
  }

  async run(stopping: AbortSignal): Promise<void> {
    void this.connect();
    while (!stopping.aborted) {
      if (this.waiting < MEMORY) this.#measure();
      const pause = this.random.below(2 * this.pauseMs);
      await sleep(pause, undefined, { signal: stopping }).catch(() => undefined);
    }
  }

  #measure(): void {
    const ts = Math.max(Date.now(), this.#lastTs + 1);
    this.#lastTs = ts;
    const key = `${this.identity.deviceId} ${ts}`;
    const operation = this.random.chance(0.25)
      ? new Operation('soil', key, { depth: 20, moisture: this.random.between(0, 800) / 16 })
      : new Operation('reading', key, { te: this.random.between(-500, 3_500) / 100 });
    this.send(this.ledger.enter(operation));
  }

  protected override messageOf({ kind, key, content }: Operation) {
    const ts = Number(key.slice(this.identity.deviceId.length + 1));
    return { kind: kind === 'soil' ? 'soil' : 'weather', reading: { ts, ...content } };
  }

  protected override acknowledged(operation: Operation): void {
    this.ledger.answered(operation, { status: 200 });
  }
}
