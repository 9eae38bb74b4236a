// What processes that put a load on a service need; it loads nothing else.
export { Child, workOff } from './child.ts';
export * from './frames.ts';
export { MqttConnection, type MqttTarget, NotAccepted } from './mqtt-connection.ts';
export * from './packets.ts';
export { quantile } from './quantile.ts';
