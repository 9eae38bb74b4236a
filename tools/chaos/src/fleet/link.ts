import { connect } from 'node:net';
import { WebSocket } from 'ws';

const CONNECTS_WITHIN_MS = 15_000;

/** A connection that carries MQTT packets. */
export interface Link {
  send(packet: Buffer): void;
  end(): void;
}

/** Callbacks of one link, in the order of their calls. */
export interface LinkOwner {
  opened(): void;
  received(bytes: Buffer): void;
  /** @param status the HTTP status, where the server answered with one */
  closed(status?: number): void;
}

/** Connects over WebSocket to a gateway (`http://…`) or over TCP to a broker (`mqtt://…`). */
export function openLink(url: string, token: string | undefined, owner: LinkOwner): Link {
  return url.startsWith('mqtt:') ? overTcp(new URL(url), owner) : overWebSocket(url, token ?? '', owner);
}

function overTcp({ hostname, port }: URL, owner: LinkOwner): Link {
  const socket = connect(Number(port), hostname, () => owner.opened()).setNoDelay(true);
  socket.setTimeout(CONNECTS_WITHIN_MS, () => socket.connecting && socket.destroy());
  socket.on('data', (bytes: Buffer) => owner.received(bytes));
  socket.on('error', () => undefined); // 'close' follows
  socket.on('close', () => owner.closed());
  return { send: (packet) => void socket.write(packet), end: () => void socket.destroy() };
}

function overWebSocket(url: string, token: string, owner: LinkOwner): Link {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/mqtt`, 'mqtt', {
    headers: { 'x-iot-token': token },
    ...{ perMessageDeflate: false, handshakeTimeout: CONNECTS_WITHIN_MS },
  });
  let status: number | undefined;
  socket.on('open', () => owner.opened());
  socket.on('message', (bytes: Buffer) => owner.received(bytes));
  socket.on('unexpected-response', (_request, response) => {
    status = response.statusCode;
    socket.terminate();
  });
  socket.on('error', () => undefined); // 'close' follows
  socket.on('close', () => owner.closed(status));
  return { send: (packet) => socket.send(packet), end: () => socket.terminate() };
}
