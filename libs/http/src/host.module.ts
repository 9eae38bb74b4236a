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
import { BackgroundJobs, LeaderElection } from '@furrow/jobs';
import { Config } from '@furrow/config';
import { Database, DatabaseClock, type ReadReplica, type Reads, type ReplicaState } from '@furrow/database';
import { MediaFiles, MediaStore, photosAtWork, PublicAddress, SweepMedia } from '@furrow/media';
import { mediaProviders } from '@furrow/media/module';
import { loggerModule } from '@furrow/observability/module';
import { Metrics, stopTracing } from '@furrow/observability';

/** What every context builds on in one process: configuration, time, the database, media, logs and metrics. */
@Global()
@Module({})
export class HostModule implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
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
      module: HostModule,
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
  const elect = (names: readonly string[]) => new LeaderElection(database.address, names);
  return new BackgroundJobs(elect, metrics, (message) => logger.warn(message));
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
