import type { AuthenticateDevice } from '@furrow/access';
import type { DevicePrincipal } from '@furrow/access/domain';
import { DeviceQueue, type Message, type QueueHost, type QueueOwner } from '../ingest/device-queue.ts';

const LOOK_AGAIN_MS = 2_000;

/** The messages of one device from an external broker, in order. */
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
    /** Called with messages of unknown devices. */
    private readonly onUnknown: (message: Message) => void,
  ) {
    this.#queue = new DeviceQueue(host, this);
  }

  /** Known before any message is passed on. */
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

  /** Messages of devices that are not active are acknowledged, because the broker would otherwise send them forever. */
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
