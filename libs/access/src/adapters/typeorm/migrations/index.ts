import { AccessTables1763600000100 } from './1763600000100-access-tables.ts';
import { AccessAnnouncements1763600000101 } from './1763600000101-access-announcements.ts';

export const accessMigrations = [AccessTables1763600000100, AccessAnnouncements1763600000101];
