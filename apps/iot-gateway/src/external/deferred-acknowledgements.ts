import type { MqttClient } from 'mqtt';

/** Acknowledges one message to the broker, if the connection it came by still stands. */
export type Acknowledge = () => void;

interface Packet {
  readonly cmd: string;
  readonly messageId?: number;
}

type Send = (packet: Packet, done?: () => void, ...rest: unknown[]) => void;

/**
 * mqtt.js acknowledges a message before it looks at the next one, so that a commit would carry one message. Here its
 * PUBACK is withheld and the next message comes at once; the acknowledgement goes out when somebody says so. One that
 * belongs to an earlier connection never does: the broker sends that message again, and its packet id may be another
 * message's by then.
 */
export class DeferredAcknowledgements {
  #connection = 0;
  readonly #send: Send;

  constructor(client: MqttClient) {
    const internals = client as unknown as { _sendPacket: Send };
    this.#send = internals._sendPacket.bind(client);
    internals._sendPacket = (packet, done, ...rest) => {
      if (packet.cmd === 'puback') done?.();
      else this.#send(packet, done, ...rest);
    };
    client.on('close', () => this.#connection++);
  }

  of(messageId: number): Acknowledge {
    const connection = this.#connection;
    return () => {
      if (connection === this.#connection) this.#send({ cmd: 'puback', messageId });
    };
  }
}
