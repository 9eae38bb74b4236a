import type { Server } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import { answerWhole } from './answer-whole.ts';
import { boundAnswers } from '../limits/bounded-answers.ts';
import { boundConnections } from '../limits/bounded-connections.ts';
import { ErrorFilter } from '../errors/error.filter.ts';
import { closeWithLastAnswers } from './last-answers.ts';
import { boundIdle } from '../connections/idle-connections.ts';
import { openAnswers } from '../limits/open-answers.ts';
import { openConnections } from '../connections/open-connections.ts';
import { answerInTurn } from '../limits/pipelined-requests.ts';
import { QuietLogger } from '../observability/quiet-logger.ts';
import { trustOf } from './trust-proxy.ts';

/** The settings of an Express application. */
interface ExpressSettings {
  set(name: string, value: unknown): unknown;
  disable(name: string): unknown;
}

/**
 * What every host sets up before its first middleware: its log, time limits of requests and answers, shutdown, and
 * Express's headers.
 * @param trustProxy which proxies' `X-Forwarded-…` headers are trusted
 * @returns the filter that turns errors into answers
 */
export function prepareHost(
  app: INestApplication & ExpressSettings,
  trustProxy: string | undefined,
): ErrorFilter {
  app.useLogger(app.get(QuietLogger));
  app.flushLogs();
  const server = app.getHttpServer() as Server;
  answerInTurn(server);
  boundConnections(server);
  const connections = openConnections(server);
  boundIdle(server, connections);
  const open = openAnswers(server);
  boundAnswers(server, open);
  closeWithLastAnswers(server, open, connections);
  app.disable('x-powered-by');
  app.disable('etag');
  answerWhole(app);
  if (trustProxy !== undefined) app.set('trust proxy', trustOf(trustProxy));
  const errors = app.get(ErrorFilter);
  app.useGlobalFilters(errors);
  return errors;
}
