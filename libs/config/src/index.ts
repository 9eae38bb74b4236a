export { Config, InvalidConfig, loadConfig } from './config.ts';
export type { ConsoleClient } from './console.ts';
export { developmentIssuer, isTrialIssuer, type JwtIssuer } from './issuers.ts';
export { keyFile } from './key-file.ts';
export type { MediaDisk } from './media-disk.ts';
export { SharedSecret } from './shared-secret.ts';
export type { TracingConfig } from './tracing.ts';
