export { type Server, startEmbeddedPostgres } from '../postgres/embedded-postgres.mjs';
export { provision } from '../postgres/provision.mjs';
export { withClient } from '../postgres/with-client.mjs';
export { CitusDatabase } from './servers/citus-database.ts';
export { describeIf, describeWith, SERVER_PATH } from './servers/debian-program.ts';
export { DebianPostgres } from './servers/debian-postgres.ts';
export { DebianServer } from './servers/debian-server.ts';
export { freePort } from '../process/free-port.mjs';
export { atExit } from './processes/at-exit.ts';
export { keepSecret, keepSecretsOf, keptSecrets, secretsIn } from './processes/kept-secrets.ts';
export { KillablePostgres } from './servers/killable-postgres.ts';
export { Line } from './servers/line.ts';
export { OperatorCli } from './processes/operator-cli.ts';
export { type Outcome, runAlone, runOperator } from './processes/operator-process.ts';
export { DEMO_FARM, PACK, PROGRAMS } from './processes/programs.ts';
export { residentBytes, watchMemory } from './processes/resident-bytes.ts';
export { type Environment, PLAIN_ENVIRONMENT, ServiceProcess } from './processes/service-process.ts';
export { S3Server } from './servers/s3-server.ts';
export {
  createTestDatabase,
  describeOnCitus,
  isOnCitus,
  superuserUrl,
  type TestDatabase,
} from './test-database.ts';
export { until } from './until.ts';
export { zoneBeforeNoon } from './zone-before-noon.ts';
