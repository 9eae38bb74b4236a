import { randomUUID } from 'node:crypto';
import { deviceToken } from '@furrow/access/testing';
import mqtt from 'mqtt';
import type { Farm, ListeningGateway } from './installation.ts';

/** A supervisor's phone, with the operations that these tests need. */
export class Crew {
  #sessionId = '';
  #workerId = '';

  constructor(
    private readonly url: string,
    private readonly bearer: string,
    private readonly farm: Farm,
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  post(path: string, body: unknown) {
    return this.send('POST', path, body);
  }

  async send(method: string, path: string, body: unknown) {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: { authorization: this.bearer, 'content-type': 'application/json', ...this.headers },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    const answer: ReturnType<typeof JSON.parse> = text === '' ? undefined : JSON.parse(text);
    return { status: response.status, headers: response.headers, body: answer };
  }

  async get(path: string) {
    const response = await fetch(`${this.url}${path}`, {
      headers: { authorization: this.bearer, ...this.headers },
    });
    return { status: response.status, body: (await response.json()) as ReturnType<typeof JSON.parse> };
  }

  /** Continues in the session of another. */
  resume(other: Crew): void {
    this.#sessionId = other.#sessionId;
    this.#workerId = other.#workerId;
  }

  async hire(first_name: string, photo?: string) {
    const { body } = await this.post('/api/control/workers', {
      ...{ first_name, last_name: 'Soto', hire_date: '2026-01-05', photo },
      ...{ position: 'harvester', employment_type: 'seasonal', status: 'active' },
    });
    return body.data;
  }

  async open(): Promise<string> {
    const { projects, sectors } = this.farm;
    const session = await this.post('/api/control/production/sessions', {
      ...{ projectId: projects.north, sectorId: sectors['north/n1'], sector_name: 'N1' },
      openedAt: new Date().toISOString(),
    });
    this.#sessionId = session.body.data.sessionId;
    this.#workerId = (await this.hire('Eva')).id;
    return this.#sessionId;
  }

  record(clientEventId: string = randomUUID(), units = 1) {
    return this.post('/api/control/production/records', this.draft(clientEventId, units));
  }

  bulk(records: readonly unknown[]) {
    return this.post('/api/control/production/records/bulk', { records });
  }

  draft(clientEventId: string, units = 1) {
    return { sessionId: this.#sessionId, workerId: this.#workerId, units, clientEventId };
  }
}

/** Connects the farm's station, waits until its readings are acknowledged, and disconnects. */
export async function sendReadings(
  { url, mqttUrl }: ListeningGateway,
  { devices }: Farm,
  readings: readonly object[],
): Promise<void> {
  const { token } = await deviceToken(url, { deviceId: 'ws-1', deviceSecret: devices['ws-1'].deviceSecret });
  const client = await mqtt.connectAsync(mqttUrl, {
    ...{ protocolVersion: 4, reconnectPeriod: 0 },
    wsOptions: { headers: { 'x-iot-token': token } },
  });
  for (const reading of readings)
    await client.publishAsync('v1/devices/ws-1/telemetry/weather', JSON.stringify(reading), { qos: 1 });
  await client.endAsync();
}
