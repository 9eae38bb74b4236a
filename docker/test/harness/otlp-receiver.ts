import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly service: string;
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** Receives OpenTelemetry data over OTLP/HTTP, as a collector does. */
export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = [];
  /** Bodies as received, by content type. */
  readonly bodies: {
    readonly type: string;
    readonly bytes: Buffer;
    readonly headers: IncomingMessage['headers'];
  }[] = [];
  readonly #server = createServer((request, response) => {
    void this.#take(request).then(() =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    );
  });

  static async start(): Promise<OtlpReceiver> {
    const receiver = new OtlpReceiver();
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async #take(request: IncomingMessage): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    if (request.url !== '/v1/traces') return;
    const type = request.headers['content-type'] ?? '';
    this.bodies.push({ type, bytes, headers: request.headers });
    if (type.includes('json')) this.spans.push(...spansOf(bytes.toString()));
  }

  /** The first matching span, once it has arrived. */
  async span(isIt: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan> {
    for (const deadline = performance.now() + 60_000; performance.now() < deadline;) {
      await sleep(100);
      const found = this.spans.find(isIt);
      if (found) return found;
    }
    throw new Error(`Only these came: ${this.spans.map(({ name }) => name).join(', ')}`);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function spansOf(text: string): ReceivedSpan[] {
  const { resourceSpans } = JSON.parse(text);
  return resourceSpans.flatMap(({ resource, scopeSpans }: ReturnType<typeof JSON.parse>) => {
    const service = String(membersOf(resource.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans }: ReturnType<typeof JSON.parse>) =>
      spans.map((span: ReturnType<typeof JSON.parse>) => ({
        ...span,
        service,
        attributes: membersOf(span.attributes),
      })),
    );
  });
}

function membersOf(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
