import { about, flag, object, oneOf, success } from '@furrow/kernel/schema';

export const LIVE = success(object({ live: about(flag, 'Always true', true) }));

export const READY = success(
  object({
    database: about(oneOf('reachable'), 'Of PostgreSQL'),
    writes: about(oneOf('possible'), 'It is not a standby, and has space'),
    migrations: about(oneOf('applied'), 'Of this build'),
    'reads?': about(
      oneOf('replica', 'primary'),
      'Where reports are read from right now; of an API with DATABASE_READ_URL',
    ),
  }),
);
