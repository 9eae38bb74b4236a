import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { notStored, requestId } from '@furrow/http';
import { type ErrorFilter, prepareHost, requestLog, requestMetrics, requestSpans } from '@furrow/http/host';
import { admission, AcceptBacklogMonitor } from '@furrow/http/limits';
import type { Config } from '@furrow/config';
import { Database, servingTimeouts } from '@furrow/database';
import { Metrics } from '@furrow/observability';
import { allRows } from '@furrow/schema';
import helmet from 'helmet';
import { PinoLogger } from 'nestjs-pino';
import { ApiModule } from './api.module.ts';
import { actsOfCaller, KnownCallers } from './auth/index.ts';
import { shapeOf } from './errors/error-shape.ts';
import { serveApps } from './console/app-files.ts';
import { answerMovedReads } from './http/moved-reads.ts';
import { addressRateLimit, RateLimits } from './http/rates/rate-limits.ts';
import { serveDocs } from './document/docs.ts';
import { serversOf } from './document/servers.ts';

/** The API, wired and configured, not yet listening. */
export async function createApi(config: Config): Promise<NestExpressApplication> {
  const database = await Database.connect(config.database.url, {
    poolSize: config.database.poolSize,
    prepares: config.database.prepares,
    traced: config.tracing !== undefined,
    timeouts: servingTimeouts(config.database.statementTimeoutSeconds * 1_000),
    rows: allRows,
    sharedByCompanies: true,
    ...(config.database.replica && { replica: config.database.replica }),
  });
  const app = await NestFactory.create<NestExpressApplication>(ApiModule.forRoot(config, database), {
    bodyParser: false,
    bufferLogs: true,
  });
  const errors = prepareHost(app, config.trustProxy);
  app.set('query parser', 'simple');
  answerMovedReads(app);
  const metrics = app.get(Metrics);
  app.use(requestMetrics(metrics));
  const callers = app.get(KnownCallers);
  app.use(
    admission({
      queues: database.queues,
      backlog: new AcceptBacklogMonitor(app.getHttpServer()),
      companyOf: ({ headers }) => callers.companyOf(headers),
      shapeOf,
      refused: metrics.refused,
    }),
  );
  app.use(requestId);
  app.use(notStored);
  app.use(actsOfCaller);
  if (config.tracing !== undefined) app.use(requestSpans);
  const directives = {
    // Without TLS a browser would try to load styles over https, and fail.
    upgradeInsecureRequests: null,
    // The reference can also try operations of the gateway.
    connectSrc: ["'self'", new URL(serversOf(config).gateway.url).origin],
  };
  app.use(helmet({ contentSecurityPolicy: { directives } }));
  const refuse: ErrorFilter['answer'] = (error, request, response) => errors.answer(error, request, response);
  app.use(addressRateLimit(app.get(RateLimits), refuse));
  if (config.corsOrigins.length > 0)
    app.enableCors({
      origin: [...config.corsOrigins],
      exposedHeaders: ['x-request-id', 'retry-after'],
      maxAge: 600,
    });
  serveDocs(app);
  serveApps(app);
  app.use(requestLog(await app.resolve(PinoLogger)));
  return app;
}
