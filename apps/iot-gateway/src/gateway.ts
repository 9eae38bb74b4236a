import { notStored, requestId } from '@furrow/http';
import { prepareHost, requestLog, requestMetrics, requestSpans } from '@furrow/http/host';
import type { Config } from '@furrow/config';
import { Database, servingTimeouts } from '@furrow/database';
import { Metrics } from '@furrow/observability';
import { allRows } from '@furrow/schema';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import helmet from 'helmet';
import { PinoLogger } from 'nestjs-pino';
import { GatewayModule } from './gateway.module.ts';

/** The gateway, wired and configured, not yet listening. */
export async function createGateway(config: Config): Promise<NestExpressApplication> {
  const database = await Database.connect(config.database.url, {
    poolSize: config.database.poolSize,
    prepares: config.database.prepares,
    traced: config.tracing !== undefined,
    timeouts: servingTimeouts(config.database.statementTimeoutSeconds * 1_000),
    rows: allRows,
  });
  const app = await NestFactory.create<NestExpressApplication>(GatewayModule.forRoot(config, database), {
    bodyParser: false,
    bufferLogs: true,
  });
  prepareHost(app, config.trustProxy);
  app.use(requestId);
  app.use(notStored);
  if (config.tracing !== undefined) app.use(requestSpans);
  app.use(helmet());
  app.use(requestMetrics(app.get(Metrics)));
  app.enableCors({
    origin: [...config.corsOrigins, ...originsOfReference(config)],
    exposedHeaders: ['x-request-id', 'retry-after'],
    maxAge: 600,
  });
  app.use(requestLog(await app.resolve(PinoLogger)));
  return app;
}

/** The origins of the API's reference, from which the operations of this host can be tried. */
function originsOfReference({ api: { publicUrl, host, port } }: Config): string[] {
  if (publicUrl !== undefined) return [new URL(publicUrl).origin];
  // On their own machine people use either name.
  const hosts = host === '127.0.0.1' || host === 'localhost' ? ['127.0.0.1', 'localhost'] : [host];
  return hosts.map((name) => `http://${name}:${port}`);
}
