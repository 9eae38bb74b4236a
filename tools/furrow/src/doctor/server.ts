import type { Config } from '@furrow/platform';
import type pg from 'pg';

/** The database server, on a connection of the services' login that has not taken on any role. */
export interface Server {
  readonly client: pg.Client;
  readonly config: Config;
}
