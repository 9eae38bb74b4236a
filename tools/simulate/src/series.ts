import { EXTRA_WEATHER } from '@furrow/telemetry/domain';
import type { ReadingKind } from './ledger.ts';
import { Refusal } from './refusal.ts';

/** A point of weather, of a KPI or of the soil at a depth: a mean over the stations of a project or sector. */
export interface Point {
  readonly local_time: string;
  readonly [member: string]: number | string | null | undefined;
}

export interface IrrigationPoint {
  readonly eventId: string;
  readonly deviceId: string;
  readonly started_local: string;
  readonly ended_local: string | null;
  readonly volume: number | null;
}

/** A span of epoch milliseconds, both ends inclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The series of one project, read over the API with an API key. */
export class Series {
  constructor(
    private readonly apiUrl: string,
    private readonly credential: string,
    private readonly projectId: string,
  ) {}

  async read<Kind extends ReadingKind | 'irrigation'>(
    kind: Kind,
    { from, to }: Span,
  ): Promise<(Kind extends 'irrigation' ? IrrigationPoint : Point)[]> {
    const url = new URL(`/api/iot/${kind}`, this.apiUrl);
    const local = (at: number) => new Date(at).toISOString().slice(0, -1);
    url.search = new URLSearchParams({
      ...{ projectId: this.projectId, from: local(from), to: local(to), timezone: 'UTC' },
      ...(kind !== 'irrigation' && { interval: 'raw' }),
      ...(kind === 'weather' && { include: EXTRA_WEATHER.join(',') }),
    }).toString();
    const response = await fetch(url, { headers: { 'x-api-key': this.credential } });
    const body = (await response.json()) as { data?: unknown[]; error?: string };
    if (body.data === undefined)
      throw new Refusal(`GET ${url.pathname} answered ${response.status} ${body.error ?? ''}`);
    return body.data as never;
  }
}
