import { AccessTables1763600000100 } from './1763600000100-access-tables.ts';
import { AccessAnnouncements1763600000101 } from './1763600000101-access-announcements.ts';
import { PrunedAccess1763600000102 } from './1763600000102-pruned-access.ts';
import { AuditedAccess1763600000103 } from './1763600000103-audited-access.ts';
import { CompanyCurrency1763600000104 } from './1763600000104-company-currency.ts';
import { DeviceSites1763600000105 } from './1763600000105-device-sites.ts';
import { AccessOnShards1763600000106 } from './1763600000106-access-on-shards.ts';
import { FeedReads1763600000107 } from './1763600000107-feed-reads.ts';
import { Invitations1763600000108 } from './1763600000108-invitations.ts';
import { LorawanDevices1763600000110 } from './1763600000110-lorawan-devices.ts';
import { Phones1763600000111 } from './1763600000111-phones.ts';

export const accessMigrations = [
  AccessTables1763600000100,
  AccessAnnouncements1763600000101,
  PrunedAccess1763600000102,
  AuditedAccess1763600000103,
  CompanyCurrency1763600000104,
  DeviceSites1763600000105,
  AccessOnShards1763600000106,
  FeedReads1763600000107,
  Invitations1763600000108,
  LorawanDevices1763600000110,
  Phones1763600000111,
];
