import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { AUTHORITATIVE_ANSWER, decode, encode, type Packet } from 'dns-packet';

/** A DNS server on the loopback address that answers A with given addresses, AAAA with nothing, and may be silent. */
export class NameServer {
  /** The number of queries for A. */
  asked = 0;
  readonly #socket = createSocket('udp4');

  /** @param addresses for the nth query, from 1; undefined for no answer */
  private constructor(private readonly addresses: (asked: number) => readonly string[] | undefined) {
    this.#socket.on('message', (message, { port, address }) => {
      const reply = this.#answer(decode(message));
      if (reply) this.#socket.send(encode(reply), port, address);
    });
  }

  static async start(addresses: (asked: number) => readonly string[] | undefined): Promise<NameServer> {
    const server = new NameServer(addresses);
    server.#socket.bind(0, '127.0.0.1');
    await once(server.#socket, 'listening');
    return server;
  }

  get address(): string {
    return `127.0.0.1:${this.#socket.address().port}`;
  }

  stop(): void {
    this.#socket.close();
  }

  #answer({ id, questions = [] }: Packet): Packet | undefined {
    const [question] = questions;
    const isA = question?.type === 'A';
    const addresses = this.addresses(isA ? ++this.asked : this.asked);
    if (addresses === undefined || !question) return undefined;
    const answers = addresses.map((data) => ({ type: 'A' as const, name: question.name, ttl: 0, data }));
    return {
      id: id ?? 0,
      type: 'response',
      flags: AUTHORITATIVE_ANSWER,
      questions,
      answers: isA ? answers : [],
    };
  }
}
