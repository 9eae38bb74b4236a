import { Metrics } from '@furrow/observability';
import type { NextFunction, Request, Response } from 'express';

/** Measures every answer by its route, never by its path: ids in labels would create a time series each. */
export function requestMetrics(metrics: Metrics) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const start = performance.now();
    const measured = (status: string) => {
      const { path = 'none' } = (request.route ?? {}) as { path?: string };
      const labels = { method: request.method, route: path };
      metrics.httpDuration.observe(labels, (performance.now() - start) / 1000);
      metrics.httpRequests.inc({ ...labels, status });
    };
    response.once('finish', () => measured(String(response.statusCode)));
    response.once('close', () => {
      if (!response.writableFinished) measured('broken off');
    });
    next();
  };
}
