export { DebianServer, describeWith } from '@furrow/testbed';
export { Caller, CLEAN, gone, LASTING, messages, named, NEW, PRESENT } from './caller.ts';
export { fetch } from './described.ts';
export { Fleet } from './fleet.ts';
export { type DeviceCredential, GatewaySystem, type Listening, MODULES } from './gateway.ts';
export * from './raw-client.ts';
export {
  askForToken,
  minute,
  ownTopic,
  Station,
  type TokenAnswer,
  tokenOf,
  weatherTopic,
} from './station.ts';
