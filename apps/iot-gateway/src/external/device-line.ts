import type { AuthenticateDevice } from '@furrow/access';
import type { DevicePrincipal } from '@furrow/access/domain';
import { Lane, type LaneHost, type LaneOwner, type Message } from '../ingest/lane.ts';

const LOOK_AGAIN_MS = 2_000;

/** The messages of one device as an external broker hands them over, in their order. */
export class DeviceLine implements LaneOwner {
  #device: DevicePrincipal | undefined;
  #lookedAt = -Infinity;
  #looking = false;
  readonly #waiting: Message[] = [];
  readonly #lane: Lane;

  constructor(
    private readonly deviceId: string,
    private readonly devices: AuthenticateDevice,
    private readonly host: LaneHost,
    /** Told of a message from nobody we know. */
    private readonly onStranger: (message: Message) => void,
  ) {
    this.#lane = new Lane(host, this);
  }

  /** Known before anything is passed on. */
  get device(): DevicePrincipal {
    return this.#device as DevicePrincipal;
  }

  get isIdle(): boolean {
    return this.#waiting.length === 0 && this.#lane.isIdle;
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
      this.host.close(error);
      this.host.whenOpen(() => void this.#look());
    } finally {
      this.#looking = false;
    }
  }

  /** Whoever is no active device of ours is acknowledged, or the broker would offer it for ever. */
  #passOn(): void {
    for (const message of this.#waiting.splice(0)) {
      if (this.#device) this.#lane.submit(message);
      else {
        this.onStranger(message);
        message.settle();
      }
    }
  }
}
