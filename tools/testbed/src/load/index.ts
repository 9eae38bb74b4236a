// What processes that put a load on a service need; it loads nothing else.
export { Child, workOff } from './child.ts';
export { CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG, frame, message } from './frames.ts';
export { inParallel } from './in-parallel.ts';
export { MqttConnection, type MqttTarget, NotAccepted } from './mqtt-connection.ts';
export {
  CONNECT,
  CONNACK,
  PUBLISH,
  PUBACK,
  PUBREC,
  PUBREL,
  PUBCOMP,
  SUBSCRIBE,
  UNSUBSCRIBE,
  PINGREQ,
  DISCONNECT,
  packet,
  packetIdOf,
  connectPacket,
  publishPacket,
  subscribePacket,
  unsubscribePacket,
  acknowledgement,
  pingPacket,
  type Connecting,
} from './packets.ts';
export { quantile } from './quantile.ts';
