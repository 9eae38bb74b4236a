import { EXTRA_WEATHER } from '@furrow/telemetry/domain';
import { Refusal } from './refusal.ts';

export interface WeatherPoint {
  readonly local_time: string;
  readonly te: number | null;
  readonly hr: number | null;
  readonly wind: number | null;
  readonly rain: number | null;
  readonly rad: number | null;
  readonly par: number | null;
  readonly wet: number | null;
  readonly pressure: number | null;
  readonly gust: number | null;
  readonly dir: number | null;
}

export interface PlantPoint {
  readonly local_time: string;
  readonly kpi: string;
  readonly sectorId: string | null;
  readonly value: number;
  readonly sampleCount: number;
}

export interface SoilPoint {
  readonly local_time: string;
  readonly depth: number;
  readonly sectorId: string | null;
  readonly moisture: number | null;
  readonly temperature: number | null;
  readonly ec: number | null;
  readonly tension: number | null;
  readonly sampleCount: number;
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

interface Points {
  readonly weather: WeatherPoint;
  readonly plant: PlantPoint;
  readonly soil: SoilPoint;
  readonly irrigation: IrrigationPoint;
}

/** The series of one project, read over the API with an API key. */
export class Series {
  constructor(
    private readonly apiUrl: string,
    private readonly credential: string,
    private readonly projectId: string,
  ) {}

  async read<Kind extends keyof Points>(kind: Kind, { from, to }: Span): Promise<Points[Kind][]> {
    const url = new URL(`/api/iot/${kind}`, this.apiUrl);
    const local = (at: number) => new Date(at).toISOString().slice(0, -1);
    url.search = new URLSearchParams({
      ...{ projectId: this.projectId, from: local(from), to: local(to), timezone: 'UTC' },
      ...(kind !== 'irrigation' && { interval: 'raw' }),
      ...(kind === 'weather' && { include: EXTRA_WEATHER.join(',') }),
    }).toString();
    const response = await fetch(url, { headers: { 'x-api-key': this.credential } });
    const body = (await response.json()) as { data?: Points[Kind][]; error?: string };
    if (body.data === undefined)
      throw new Refusal(`GET ${url.pathname} answered ${response.status} ${body.error ?? ''}`);
    return body.data;
  }
}
