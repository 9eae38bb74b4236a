import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Misbehaviour } from './misbehaviours.ts';

const HEAD_END = '\r\n\r\n';
const ID = /^webhook-id: (\S+)/im;

/** A receiver of webhooks on the loopback address that speaks no proper HTTP. */
export class HostileReceiver {
  /** The ids of the deliveries that have reached it. */
  readonly ids = new Set<string>();
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((socket) => this.#take(socket));

  private constructor(private readonly misbehaviour: Misbehaviour) {}

  static async start(misbehaviour: Misbehaviour): Promise<HostileReceiver> {
    const receiver = new HostileReceiver(misbehaviour);
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }

  /** In the form of `WEBHOOK_ALLOWED_HOSTS`. */
  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await once(this.#server, 'close');
  }

  #take(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => undefined); // 'close' follows
    let head = '';
    let isAnswered = false;
    socket.on('data', (chunk: Buffer) => {
      if (isAnswered) return;
      head += chunk.toString('latin1');
      if (!head.includes(HEAD_END)) return;
      isAnswered = true;
      this.ids.add(ID.exec(head)?.[1] ?? '');
      this.misbehaviour(socket);
    });
  }
}
