import type { Child } from '@furrow/testbed/load';
import type { Stage } from '../stage/stage.ts';

/**
 * Starts counting, or waits until this many events have arrived since; each thing an event reports, such as a record,
 * counts as one.
 */
export type ReceiverOrder = { readonly what: 'begin' } | { readonly what: 'until'; readonly things: number };

export type ReceiverAnswer = { readonly port: number } | Deliveries;

export interface Deliveries {
  /** Duplicates count once. */
  readonly events: number;
  /** From the first delivery to the last. */
  readonly seconds: number;
  /** Milliseconds from the event's own instant (before its commit) until its delivery had arrived completely. */
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
    const program = 'load/webhook-receiver-process';
    const child = stage.start<ReceiverOrder, ReceiverAnswer>('The receiver', program);
    const { port } = (await child.answer()) as { port: number };
    return new WebhookReceiver(child, port);
  }

  /** In the form that `WEBHOOK_ALLOWED_HOSTS` takes. */
  get host(): string {
    return `127.0.0.1:${this.port}`;
  }

  get url(): string {
    return `http://${this.host}/`;
  }

  /** Starts counting; call it before the events are made. */
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
