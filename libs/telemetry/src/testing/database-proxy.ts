import { connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy between a service and its database that can be closed. */
export class DatabaseProxy {
  readonly #sockets = new Set<Socket>();
  #isShut = false;

  private constructor(
    readonly url: string,
    private readonly server: Server,
  ) {}

  static async before(databaseUrl: string): Promise<DatabaseProxy> {
    const target = new URL(databaseUrl);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = new URL(databaseUrl);
    url.hostname = '127.0.0.1';
    url.port = String((server.address() as { port: number }).port);
    const proxy = new DatabaseProxy(url.href, server);
    server.on('connection', (client) => proxy.#pass(client, Number(target.port || 5432), target.hostname));
    return proxy;
  }

  /** Closes all connections, even in the middle of a statement. */
  shut(): void {
    this.#isShut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  open(): void {
    this.#isShut = false;
  }

  close(): Promise<void> {
    this.shut();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  #pass(client: Socket, port: number, host: string): void {
    if (this.#isShut) {
      client.destroy();
      return;
    }
    const server = connect(port, host);
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
    client.pipe(server);
    server.pipe(client);
  }
}
