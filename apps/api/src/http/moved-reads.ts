import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import type { CallingRequest } from '../auth/index.ts';

/** A read that is answered at another path than in earlier versions. */
interface MovedRead {
  /** Of the earlier path in the document. */
  readonly operationId: string;
  readonly from: string;
  readonly to: string;
  /** The beginning of `to`, in place of that of `from`. */
  readonly base: string;
}

const BASE = '/api/console';

const moved = (operationId: string, path: string, base: string): MovedRead => ({
  ...{ operationId, base, from: `${BASE}/${path}`, to: `${base}/${path}` },
});

/**
 * What users of the console read at paths of its own in version 0.1. These paths answer as before, to users alone, and
 * are removed in the version after the next. The series of heat and soil, which came later, are read like the others.
 */
export const MOVED_READS: readonly MovedRead[] = [
  moved('consoleHarvest_report', 'harvest', '/api/control'),
  moved('consolePhytosanitary_summary', 'phytosanitary/summary', '/api/control'),
  moved('consolePhytosanitary_companySummary', 'phytosanitary/company-summary', '/api/control'),
  moved('consolePhytosanitary_companyRecords', 'phytosanitary/company-records', '/api/control'),
  moved('consoleSeries_weather', 'weather', '/api/iot'),
  moved('consoleSeries_heat', 'heat', '/api/iot'),
  moved('consoleSeries_soil', 'soil', '/api/iot'),
  moved('consoleSeries_plant', 'plant', '/api/iot'),
  moved('consoleSeries_irrigation', 'irrigation', '/api/iot'),
  moved('consoleIndicators_indicator', 'indicators/{name}', '/api/iot'),
  moved('consoleDeliveries_list', 'webhooks/{webhookId}/deliveries', '/api/control'),
  moved('consoleAlerts_list', 'alerts', '/api/control'),
  moved('consoleAlerts_get', 'alerts/{key}', '/api/control'),
  moved('consoleAlerts_devices', 'alerts/{key}/devices', '/api/control'),
];

/** The earlier paths. What stands for a parameter is not decoded: that is left to the route, whose errors are answered. */
const EARLIER = MOVED_READS.map(({ from, base }) => ({
  ...{ base, path: new RegExp(`^${from.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`, 'i') },
}));

/** Answers earlier paths as the current ones. To be called before anything that depends on a request's path. */
export function answerMovedReads(app: NestExpressApplication): void {
  app.use((request: Request & CallingRequest, _: Response, next: NextFunction) => {
    const moved = ['GET', 'HEAD'].includes(request.method)
      ? EARLIER.find(({ path }) => path.test(request.path))
      : undefined;
    if (moved !== undefined) {
      // The host may stand before the path, which may be in capitals.
      request.url = request.url.replace(/\/api\/console(?=\/)/i, moved.base);
      request.isMoved = true;
    }
    next();
  });
}
