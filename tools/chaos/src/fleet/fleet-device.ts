import type { DeviceCredential } from '@furrow/access/testing';
import { BufferingDevice, type Fleet } from '../work/buffering-device.ts';
import { type DeviceAccount, readingOf } from './readings.ts';

/** Buffered readings; a device measures nothing more until some are acknowledged. */
const MEMORY = 50;

/** A device that sends weather whose values its number tells, and keeps account of it. */
export class FleetDevice extends BufferingDevice<number> {
  readonly #acknowledged: number[] = [];
  readonly #acknowledgedAt: number[] = [];
  #measured = 0;

  /** @param firstTs the instant of its first reading, epoch milliseconds */
  constructor(
    identity: DeviceCredential,
    url: string,
    fleet: Fleet,
    private readonly firstTs: number,
  ) {
    super(identity, url, fleet);
  }

  get isSettled(): boolean {
    return this.isConnected && this.waiting === 0;
  }

  get account(): DeviceAccount {
    const { deviceId } = this.identity;
    const [acknowledged, acknowledgedAt] = [this.#acknowledged, this.#acknowledgedAt];
    return { deviceId, sent: this.#measured, acknowledged, acknowledgedAt };
  }

  /** Takes a reading, and sends it if connected. */
  measure(): void {
    if (this.waiting < MEMORY) this.send(this.#measured++);
  }

  protected override messageOf(number: number) {
    return { kind: 'weather', reading: readingOf(this.firstTs, number) };
  }

  protected override acknowledged(number: number): void {
    this.#acknowledged.push(number);
    this.#acknowledgedAt.push(Date.now());
  }
}
