import type { AuthenticateDevice } from '@furrow/access';
import type { DevicePrincipal } from '@furrow/access/domain';
import { DeviceQueue, type Message, type QueueHost, type QueueOwner } from '../ingest/device-queue.ts';

const LOOK_AGAIN_MS = 2_000;

/** The messages of one device as an external broker hands them over, in their order. */
export class ExternalDevice implements QueueOwner {
  #device: DevicePrincipal | undefined;
  #lookedAt = -Infinity;
  #looking = false;
  readonly #waiting: Message[] = [];
  readonly #queue: DeviceQueue;

  constructor(
    private readonly deviceId: string,
    private readonly devices: AuthenticateDevice,
    private readonly host: QueueHost,
    /** Told of a message of a device that is not ours. */
    private readonly onUnknown: (message: Message) => void,
  ) {
    this.#queue = new DeviceQueue(host, this);
  }

  /** Known before anything is passed on. */
  get device(): DevicePrincipal {
    return this.#device as DevicePrincipal;
  }

  get isIdle(): boolean {
    return this.#waiting.length === 0 && this.#queue.isIdle;
  }

  take(message: Message): void {
    this.#waiting.push(message);
    if (this.#device && performance.now() - this.#lookedAt < LOOK_AGAIN_MS) this.#passOn();
    else if (!this.#looking) void this.#look();
  }

  async #look(): Promise<void> {
    this.#looking = true;
    try {
      this.#device = await this.devices.byId(this.deviceId);
      this.#lookedAt = performance.now();
      this.#passOn();
    } catch (error) {
      this.host.breaker.trip(error);
      this.host.breaker.whenClosed(() => void this.#look());
    } finally {
      this.#looking = false;
    }
  }

  /** Whoever is no active device of ours is acknowledged, or the broker would offer it for ever. */
  #passOn(): void {
    for (const message of this.#waiting.splice(0)) {
      if (this.#device) this.#queue.submit(message);
      else {
        this.onUnknown(message);
        message.settle();
      }
    }
  }
}
