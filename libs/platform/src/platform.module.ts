import {
  type BeforeApplicationShutdown,
  type DynamicModule,
  Global,
  Inject,
  Logger,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Clock, SharedClock, SystemClock } from '@furrow/kernel';
import { BackgroundJobs } from './background/background-jobs.ts';
import { Config } from './config/config.ts';
import { DatabaseClock } from './database/database-clock.ts';
import { Database } from './database/database.ts';
import type { ReadReplica, ReplicaState } from './database/read-replica.ts';
import type { Reads } from './database/reads.ts';
import { MediaFiles } from './media/media-files.ts';
import { mediaProviders } from './media/media-providers.ts';
import { MediaStore } from './media/media-store.ts';
import { photosAtWork } from './media/content/photo.ts';
import { PublicAddress } from './media/public-address.ts';
import { SweepMedia } from './media/sweep-media.ts';
import { loggerModule } from './observability/logging.ts';
import { Metrics } from './observability/metrics.ts';
import { stopTracing } from './observability/tracing.ts';

export { endLog, loggedWith } from './observability/logging.ts';
export { wiredProviders, type WiredProviders } from './wired-providers.ts';

/** What every context builds on in one process: configuration, time, the database, media, logs and metrics. */
@Global()
@Module({})
export class PlatformModule
  implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown
{
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(BackgroundJobs) private readonly jobs: BackgroundJobs,
  ) {
    const { nodes } = database;
    if (nodes) nodes.onChange = (node, isOpen) => logNodeBreaker(new Logger('nodes'), node, isOpen);
    const { replica } = database.reads;
    if (replica) replica.onChange = (state) => logReplicaState(new Logger('read replica'), state);
  }

  static forRoot(config: Config, database: Database): DynamicModule {
    return {
      module: PlatformModule,
      imports: [loggerModule(config)],
      providers: [
        { provide: Config, useValue: config },
        { provide: Database, useValue: database },
        { provide: Clock, useClass: SystemClock },
        { provide: SharedClock, useFactory: () => new DatabaseClock(database) },
        { provide: Metrics, useFactory: () => metricsOf(database) },
        { provide: BackgroundJobs, inject: [Database, Metrics], useFactory: backgroundJobs },
        ...mediaProviders,
      ],
      exports: [
        Config,
        Database,
        Clock,
        SharedClock,
        Metrics,
        BackgroundJobs,
        MediaStore,
        MediaFiles,
        SweepMedia,
        PublicAddress,
      ],
    };
  }

  /** All that is to be done in the background has been added by now. */
  onApplicationBootstrap(): Promise<void> {
    return this.jobs.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.jobs.stop();
  }

  /** Runs after every other module has shut down. */
  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
    await stopTracing();
  }
}

function backgroundJobs(database: Database, metrics: Metrics): BackgroundJobs {
  const logger = new Logger(BackgroundJobs.name);
  return new BackgroundJobs(database, metrics, (message) => logger.warn(message));
}

function metricsOf(database: Database): Metrics {
  const metrics = new Metrics();
  const { size } = database.poolState;
  metrics.gauge('furrow_database_pool_size', 'Connections that may be open at once', () => size);
  metrics.gauge('furrow_database_connections', 'Connections open', () => database.poolState.total);
  metrics.gauge('furrow_database_connections_in_use', 'Connections in use', () => {
    const { total, idle } = database.poolState;
    return total - idle;
  });
  metrics.gauge(
    'furrow_database_waiting',
    'Requests waiting for a connection',
    () => database.poolState.waiting,
  );
  metrics.semaphore('photos_at_work', photosAtWork);
  if (database.shares) metrics.semaphore('connections', database.shares.semaphore);
  if (database.reads.replica) readsMeasured(metrics, database.reads, database.reads.replica);
  return metrics;
}

function readsMeasured(metrics: Metrics, reads: Reads, replica: ReadReplica): void {
  const counter = metrics.counter(
    'furrow_database_reads_total',
    'Transactions of reports, series, indicators and exports, by server',
    ['server'],
  );
  reads.onRead = (server) => counter.inc({ server });
  metrics.gauge('furrow_database_replica_used', 'Whether reports are read from the replica', () =>
    replica.state.status === 'current' ? 1 : 0,
  );
  metrics.gauge(
    'furrow_database_replica_lag_seconds',
    'Lag of the replica behind the primary; NaN while it is unknown',
    () => replica.state.lagSeconds ?? NaN,
  );
}

/** @param node its group, as in `pg_dist_node` */
function logNodeBreaker(logger: Logger, node: number, isOpen: boolean): void {
  if (isOpen)
    logger.warn(`node ${node} of the Citus does not answer: its companies get 503 at once until it does`);
  else logger.log(`node ${node} of the Citus answers again`);
}

function logReplicaState(logger: Logger, { status, lagSeconds }: ReplicaState): void {
  const lag = lagSeconds === undefined ? '' : `, ${lagSeconds.toFixed(1)} s behind`;
  if (status === 'current') logger.log('reports are read from the replica');
  else logger.warn(`reports are read from the primary: the replica is ${status.replaceAll('_', ' ')}${lag}`);
}
