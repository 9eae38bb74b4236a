export { Config, InvalidConfig, type JwtIssuer, loadConfig } from './config/config.ts';
export { Database, DatabaseUnavailable, sqlStateOf } from './database/database.ts';
export { migrate, type MigrationClass } from './database/migrate.ts';
export { tenantTable } from './database/tenant-table.ts';
export { Transaction } from './database/transaction.ts';
export { MAX_MEDIA_BYTES, type MediaContent, MediaTooLarge, UnsupportedMedia } from './media/media-content.ts';
export { MediaStore } from './media/media-store.ts';
export { Metrics } from './observability/metrics.ts';
export { PlatformModule } from './platform.module.ts';
