export { Browser, isChromiumHere } from './servers/browser.ts';
export { CitusDatabase } from './servers/citus-database.ts';
export { describeIf, describeWith, SERVER_PATH } from './servers/debian-program.ts';
export { DebianPostgres } from './servers/debian-postgres.ts';
export { DebianServer } from './servers/debian-server.ts';
export { freePort } from './free-port.ts';
export { settled } from './settled.ts';
export { mediaOnDisk } from './media/disk-media.ts';
export { InMemoryMediaStore } from './media/in-memory-media-store.ts';
export { keepSecret, keepSecretsOf, keptSecrets, secretsIn } from './processes/kept-secrets.ts';
export { knownVariables } from './known-variables.ts';
export { KillablePostgres } from './servers/killable-postgres.ts';
export { Line } from './servers/line.ts';
export { OperatorCli } from './processes/operator-cli.ts';
export { type Outcome, runAlone, runOperator } from './processes/operator-process.ts';
export {
  aDecompressionBomb,
  aHeavyPhoto,
  aPhoto,
  aVastPhoto,
  dataUrlOf,
  looksOf,
  SVG,
} from './media/photos.ts';
export { PROGRAMS } from './processes/programs.ts';
export { residentBytes } from './processes/resident-bytes.ts';
export { type Environment, PLAIN_ENVIRONMENT, ServiceProcess } from './processes/service-process.ts';
export { S3Server } from './servers/s3-server.ts';
export { createTestDatabase, isOnCitus, type TestDatabase } from './test-database.ts';
export { until } from './until.ts';
export { zoneBeforeNoon } from './zone-before-noon.ts';
