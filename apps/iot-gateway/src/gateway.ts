import {
  answerWhole,
  boundConnections,
  closeWithLastAnswers,
  ErrorFilter,
  QuietLogger,
  requestId,
  requestMetrics,
  requestSpans,
  trustOf,
} from '@furrow/http';
import { type Config, Database, Metrics } from '@furrow/platform';
import { allRows } from '@furrow/schema';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import helmet from 'helmet';
import { GatewayModule } from './gateway.module.ts';

/** The gateway, wired and configured, not yet listening. */
export async function createGateway(config: Config): Promise<NestExpressApplication> {
  const database = await Database.connect(config.database.url, {
    poolSize: config.database.poolSize,
    prepares: config.database.prepares,
    traced: config.tracing !== undefined,
    rows: allRows,
  });
  const app = await NestFactory.create<NestExpressApplication>(GatewayModule.forRoot(config, database), {
    bodyParser: false,
    bufferLogs: true,
  });
  app.useLogger(app.get(QuietLogger));
  app.flushLogs();
  boundConnections(app.getHttpServer());
  closeWithLastAnswers(app.getHttpServer());
  app.disable('x-powered-by');
  app.disable('etag');
  answerWhole(app);
  if (config.trustProxy !== undefined) app.set('trust proxy', trustOf(config.trustProxy));
  app.useGlobalFilters(app.get(ErrorFilter));
  app.use(requestId);
  if (config.tracing !== undefined) app.use(requestSpans);
  app.use(helmet());
  app.use(requestMetrics(app.get(Metrics)));
  app.enableShutdownHooks();
  return app;
}
