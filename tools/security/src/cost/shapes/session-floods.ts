import {
  message,
  type Connecting,
  connectPacket,
  publishPacket,
  subscribePacket,
} from '@furrow/testbed/load';
import type { Flood } from '../flood.ts';
import { type FloodingDevice, inMessages, problems } from './device-floods.ts';

const KIB = 1_024;
/** Within a device's limit of connections. */
const CONNECTIONS_OF_EACH = 8;
/** With what each of them may have queued, within the bound for a client that does not read. */
const DEVICES_AT_ONCE = 16;
const LONG = 'w'.repeat(64 * KIB);

/** What many devices of one company do at once: state that is kept for connected clients, and invalid readings. */
export function sessionFloods(devices: readonly [FloodingDevice, ...FloodingDevice[]]): Flood[] {
  const deviceOf = (connection: number) => devices[connection % devices.length] ?? devices[0];
  const many = (name: string, connecting: (connection: number) => Connecting): Flood => ({
    ...{ name, connections: devices.length * CONNECTIONS_OF_EACH, isRead: false },
    opening: (connection) => [deviceOf(connection).upgrade, message(connectPacket(connecting(connection)))],
  });
  const lasting = (connection: number) => ({ clientId: `${connection}${LONG}`, isLasting: true });
  return [
    many('CONNECT of many devices', () => ({})),
    many('CONNECT of many devices with wills of 64 kB', (connection) => ({
      will: { topic: deviceOf(connection).topics.status, payload: LONG },
    })),
    many('CONNECT of many devices with passwords of 64 kB', () => ({ name: LONG, password: LONG })),
    many('CONNECT of many devices with client ids of 64 kB', (connection) => ({
      clientId: `${connection}${LONG}`,
    })),
    many('CONNECT of many devices with lasting sessions of 64 kB', lasting),
    {
      ...many('many problems in each payload, of many devices', () => ({})),
      ...{ connections: DEVICES_AT_ONCE, bytes: 1_024 * KIB },
      piece: (connection, index) => {
        const { irrigation } = deviceOf(connection).topics.telemetry;
        return inMessages((i) => publishPacket(irrigation, problems(), 1, i))(index);
      },
    },
    {
      ...many('SUBSCRIBE of many devices with lasting sessions', (connection) => ({
        ...{ clientId: `s${connection}`, isLasting: true },
      })),
      bytes: 100 * KIB,
      piece: (connection, index) => {
        const { commands, errors } = deviceOf(connection).topics;
        const own = Array.from(
          { length: 200 },
          (_, i) => `${commands.slice(0, -1)}${index}-${i}${'x'.repeat(150)}`,
        );
        return message(subscribePacket([errors, ...own], index));
      },
    },
  ];
}
