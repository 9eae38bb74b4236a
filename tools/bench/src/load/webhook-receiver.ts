import type { Child } from '../stage/child.ts';
import type { Stage } from '../stage/stage.ts';

/** Counts from now on, or waits until so much has come since then: each thing an event tells of, such as a record, is one. */
export type ReceiverOrder = { readonly what: 'begin' } | { readonly what: 'until'; readonly things: number };

export type ReceiverAnswer = { readonly port: number } | Deliveries;

export interface Deliveries {
  /** What came twice counts once. */
  readonly events: number;
  /** From the first delivery to the last. */
  readonly seconds: number;
  /** Milliseconds from the event's own instant, which is before its commit, until its delivery had come whole. */
  readonly p50: number;
  readonly p99: number;
}

/** A receiver of webhooks that answers at once. */
export class WebhookReceiver {
  private constructor(
    private readonly process: Child<ReceiverOrder, ReceiverAnswer>,
    private readonly port: number,
  ) {}

  static async start(stage: Stage): Promise<WebhookReceiver> {
    const program = new URL('./webhook-receiver-process.js', import.meta.url);
    const child = stage.start<ReceiverOrder, ReceiverAnswer>('The receiver', program);
    const { port } = (await child.answer()) as { port: number };
    return new WebhookReceiver(child, port);
  }

  /** As `WEBHOOK_ALLOWED_HOSTS` names it. */
  get host(): string {
    return `127.0.0.1:${this.port}`;
  }

  get url(): string {
    return `http://${this.host}/`;
  }

  /** To be asked before the events are made. */
  async begin(): Promise<void> {
    await this.process.ask({ what: 'begin' });
  }

  until(things: number): Promise<Deliveries> {
    return this.process.ask({ what: 'until', things }) as Promise<Deliveries>;
  }

  stop(): Promise<void> {
    return this.process.stop();
  }
}
