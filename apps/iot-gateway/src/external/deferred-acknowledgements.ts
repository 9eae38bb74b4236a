import type { MqttClient } from 'mqtt';

/** Acknowledges one message to the broker, if its connection still exists. */
export type Acknowledge = () => void;

interface Packet {
  readonly cmd: string;
  readonly messageId?: number;
}

type Send = (packet: Packet, done?: () => void, ...rest: unknown[]) => void;

/**
 * mqtt.js acknowledges a message before it handles the next one, so that a commit would contain one message. Here its
 * PUBACK is withheld and the next message is handled at once; the PUBACK is sent on demand. A message of an earlier
 * connection is never acknowledged: the broker sends it again, and its packet id may belong to another message by then.
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
