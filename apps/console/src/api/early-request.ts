/**
 * A request that may be sent before the page is rendered, so that its answer is there when the first query needs it.
 * Later queries send their own.
 */
export class EarlyRequest<Answer> {
  #sent: Promise<Answer> | undefined;

  constructor(private readonly ask: (signal?: AbortSignal) => Promise<Answer>) {}

  send(): void {
    this.#sent = this.ask();
    // The query that takes it handles the error.
    this.#sent.catch(() => undefined);
  }

  answer(signal?: AbortSignal): Promise<Answer> {
    const sent = this.#sent;
    this.drop();
    return sent ?? this.ask(signal);
  }

  /** Its answer is not needed any more, or may be of somebody else. */
  drop(): void {
    this.#sent = undefined;
  }
}
