import type { Counts } from './ledger.ts';

const IN_PLACE_EVERY_MS = 250;
const LINE_EVERY_MS = 5_000;

/** Shows progress: on a terminal in one line that is rewritten, elsewhere in a line every few seconds. */
export class Counter {
  readonly #began = performance.now();
  readonly #timer: NodeJS.Timeout;
  readonly #inPlace: boolean;

  constructor(
    private readonly counts: Counts,
    private readonly devices: number,
    private readonly out: NodeJS.WriteStream,
    /** What else there is to tell. */
    private readonly more: () => readonly string[] = () => [],
  ) {
    this.#inPlace = out.isTTY;
    this.#timer = setInterval(() => this.#write(), this.#inPlace ? IN_PLACE_EVERY_MS : LINE_EVERY_MS);
  }

  /** Prints a last line that remains. */
  stop(): void {
    clearInterval(this.#timer);
    this.#write();
    if (this.#inPlace) this.out.write('\n');
  }

  #write(): void {
    const { sent, acknowledged, rejected, reconnects, connected } = this.counts;
    const seconds = Math.round((performance.now() - this.#began) / 1_000);
    const line = [
      `${seconds} s`,
      `${connected} of ${this.devices} connected`,
      `sent ${number(sent)}`,
      `acknowledged ${number(acknowledged)}`,
      `rejected ${number(rejected)}`,
      `reconnects ${number(reconnects)}`,
      ...this.more(),
    ].join(' · ');
    const clear = this.#inPlace ? '\r\u001b[K' : '';
    const fitting = this.#inPlace ? line.slice(0, Math.max(20, this.out.columns - 1)) : `${line}\n`;
    this.out.write(`${clear}${fitting}`);
  }
}

export function number(value: number): string {
  return value.toLocaleString('en');
}
