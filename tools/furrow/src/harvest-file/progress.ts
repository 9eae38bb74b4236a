import type { ImportReport } from './import-file.ts';

const TERMINAL_EVERY_MS = 100;
const LOG_EVERY_MS = 5_000;

/** Shows the progress of an import: on a terminal in one line that is rewritten, else in occasional lines. */
export class Progress {
  readonly #startedAt = performance.now();
  readonly #terminal: boolean;
  #reportedAt = -Infinity;

  constructor(private readonly stream: NodeJS.WriteStream) {
    this.#terminal = stream.isTTY;
  }

  readonly show = ({ rows, created, repeated, refused }: ImportReport, share: number): void => {
    const now = performance.now();
    if (now - this.#reportedAt < (this.#terminal ? TERMINAL_EVERY_MS : LOG_EVERY_MS)) return;
    this.#reportedAt = now;
    const rate = Math.round(rows / Math.max((now - this.#startedAt) / 1_000, 0.001));
    const done = `${Math.floor(100 * share)} %, ${rows} rows (${rate}/s): ${created} new, ${repeated} known, ${refused} refused`;
    this.stream.write(this.#terminal ? `\r${done}\x1b[K` : `${done}\n`);
  };

  /** Clears the line. */
  end(): void {
    if (this.#terminal) this.stream.write('\r\x1b[K');
  }
}
