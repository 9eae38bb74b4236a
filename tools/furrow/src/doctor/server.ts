import type { Config } from '@furrow/config';
import type pg from 'pg';

/** The database server, over a connection of the services' login without any role set. */
export interface Server {
  readonly client: pg.Client;
  readonly config: Config;
}
