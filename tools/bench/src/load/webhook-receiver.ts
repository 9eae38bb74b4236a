import type { Child } from '@furrow/testbed/load';
import type { Stage } from '../stage/stage.ts';
import type { Deliveries, ReceiverOrder } from './webhook-receiver-process.ts';

/** A receiver of webhooks that answers at once. */
export class WebhookReceiver {
  private constructor(
    private readonly process: Child<ReceiverOrder, Deliveries | { readonly port: number }>,
    private readonly port: number,
  ) {}

  static async start(stage: Stage): Promise<WebhookReceiver> {
    const program = 'load/webhook-receiver-process';
    const child: WebhookReceiver['process'] = stage.start('The receiver', program);
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
}
