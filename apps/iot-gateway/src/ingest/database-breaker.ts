import { CircuitBreaker } from '@furrow/concurrency';
import { Database } from '@furrow/database';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';

/** Open while PostgreSQL is away or refuses writes. */
@Injectable()
export class DatabaseBreaker extends CircuitBreaker implements OnModuleDestroy {
  constructor(database: Database) {
    const logger = new Logger('ingest');
    super({
      ...{ pauseMs: 200, longestPauseMs: 2_000 },
      probe: () => database.checkReady(),
      onChange: (isOpen, err) =>
        isOpen
          ? logger.error({ err }, 'PostgreSQL is unavailable: readings wait and are not acknowledged')
          : logger.log('PostgreSQL is available again: readings are stored again'),
    });
  }

  onModuleDestroy(): void {
    this.stop();
  }
}
