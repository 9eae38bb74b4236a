import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import {
  boundConnections,
  ErrorFilter,
  QuietLogger,
  requestId,
  requestMetrics,
  requestSpans,
  trustOf,
} from '@furrow/http';
import { type Config, Database, Metrics } from '@furrow/platform';
import { allRows } from '@furrow/schema';
import helmet from 'helmet';
import { ApiModule } from './api.module.ts';
import { addressRateLimit } from './http/rate-limits.ts';
import { serveDocs } from './openapi/docs.ts';

/** The API, wired and configured, not yet listening. */
export async function createApi(config: Config): Promise<NestExpressApplication> {
  const database = await Database.connect(config.database.url, {
    poolSize: config.database.poolSize,
    prepares: config.database.prepares,
    traced: config.tracing !== undefined,
    rows: allRows,
  });
  const app = await NestFactory.create<NestExpressApplication>(ApiModule.forRoot(config, database), {
    bodyParser: false,
    bufferLogs: true,
  });
  app.useLogger(app.get(QuietLogger));
  app.flushLogs();
  boundConnections(app.getHttpServer());
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  if (config.trustProxy !== undefined) app.set('trust proxy', trustOf(config.trustProxy));

  const errors = app.get(ErrorFilter);
  app.useGlobalFilters(errors);
  app.use(requestId);
  if (config.tracing !== undefined) app.use(requestSpans);
  // Without TLS in front, a page that asks for its styles over https shows none.
  app.use(helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } }));
  app.use(requestMetrics(app.get(Metrics)));
  app.use(addressRateLimit(config, (error, request, response) => errors.answer(error, request, response)));
  if (config.corsOrigins.length > 0)
    app.enableCors({
      origin: [...config.corsOrigins],
      exposedHeaders: ['x-request-id', 'retry-after'],
      maxAge: 600,
    });
  serveDocs(app);
  app.enableShutdownHooks();
  return app;
}
