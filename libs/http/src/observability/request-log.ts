import { loggedWith } from '@furrow/observability/module';
import type { NextFunction, Request, Response } from 'express';
import type { PinoLogger } from 'nestjs-pino';

type LoggedRequest = Request & { readonly id: string; readonly caller?: object };

/** Logs how each request ended, and adds the request to every line that is logged meanwhile. */
export function requestLog(log: PinoLogger) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const start = performance.now();
    const { id: requestId } = request as LoggedRequest;
    const members = () => ({ requestId, ...(request as LoggedRequest).caller });
    response.once('close', () => {
      const level = levelOf(response.statusCode);
      if (!log.logger.isLevelEnabled(level)) return;
      const message = response.writableFinished ? 'request completed' : 'request broken off';
      const durationMs = Math.round(performance.now() - start);
      log[level]({ ...members(), req: request, res: response, durationMs }, message);
    });
    loggedWith(members, next);
  };
}

function levelOf(status: number): 'error' | 'info' | 'debug' {
  if (status >= 500) return 'error';
  return status >= 400 ? 'info' : 'debug';
}
