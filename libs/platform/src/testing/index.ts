export { settled } from './settled.ts';
export { mediaOnDisk } from './disk-media.ts';
export { InMemoryMediaStore } from './in-memory-media-store.ts';
export { keepSecret, keepSecretsOf, keptSecrets, secretsIn } from './kept-secrets.ts';
export { KillablePostgres } from './killable-postgres.ts';
export { aBomb, aHeavyPhoto, aPhoto, dataUrlOf, looksOf, SVG } from './photos.ts';
export { type Environment, PLAIN_ENVIRONMENT, ServiceProcess } from './service-process.ts';
export { S3Server } from './s3-server.ts';
export { createTestDatabase, type TestDatabase } from './test-database.ts';
