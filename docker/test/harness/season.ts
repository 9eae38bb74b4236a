import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { aPhoto, dataUrlOf } from '@furrow/media/testing';
import { deviceToken } from '@furrow/access/testing';
import mqtt from 'mqtt';
import { Crew } from './crew.ts';
import { heat, REST_RULE, strangeUplink } from './heat.ts';
import { IDP_ID, type Installation } from './installation.ts';

const ZONE = 'America/Santiago';
const PHONE = '0199c6a4-7d3b-7c52-9f0e-2b8a4d6c1e1e';
const NORTH = [
  [-70.7, -33.5],
  [-70.6, -33.5],
  [-70.6, -33.4],
  [-70.7, -33.5],
];

const FARM = {
  company: { key: 'acme', name: 'Acme', timezone: ZONE, currency: 'CLP' },
  payPolicies: [
    { validFrom: '2026-01-01', minimumWage: { amount: 10, per: 'hour' } },
    { validFrom: '2026-01-01', group: 'new', minimumWage: { amount: 9, per: 'hour' } },
  ],
  payRates: [{ validFrom: '2026-01-01', position: 'harvester', hourlyRate: 12 }],
  projectWages: [{ validFrom: '2026-01-01', project: 'north', nonproductiveRate: 11 }],
  users: [
    { idpId: IDP_ID, name: 'Ada', role: 'admin' },
    { email: 'eva@example.com', name: 'Eva', role: 'supervisor' },
  ],
  projects: [
    {
      ...{ key: 'north', name: 'North', timezone: ZONE },
      defaults: { samplingUnit: 'kg', pricePerUnit: 120, maxDurationHours: 12, syncGraceHours: 168 },
      sectors: [
        {
          ...{ key: 'n1', name: 'N1', crop: 'Cherry', variety: 'Lapins' },
          boundary: { type: 'Polygon', coordinates: [NORTH] },
        },
      ],
    },
  ],
  workerOptions: {
    ...{ position: ['harvester'], employment_type: ['seasonal'], status: ['active'], group: ['new'] },
  },
  qualities: [{ key: 'export', name: 'Export' }],
  containers: [{ key: 'crate', name: 'Crate', unit: 'kg', units: 35, tare: 2.1 }],
  prices: [{ validFrom: '2026-01-01', quality: 'export', container: 'crate', unit: 'kg', price: 0.46 }],
  forms: [
    {
      ...{ key: 'scout', name: 'Scouting', type: 'monitoring' },
      fields: [
        { name: 'picture', label: 'Picture', type: 'photo' },
        { name: 'moth', label: 'Moth', type: 'pests', eppoCode: 'POLYBO' },
        { name: 'mildew', label: 'Mildew', type: 'diseases' },
      ],
    },
    {
      ...{ key: 'spray', name: 'Spraying', type: 'task' },
      fields: [{ name: 'done', label: 'Done', type: 'boolean' }],
    },
  ],
  tasks: [
    {
      ...{ key: 'spray-1', form: 'spray', assignee: IDP_ID, project: 'north', sector: 'n1' },
      dueAt: '2030-12-01T12:00:00Z',
    },
  ],
  devices: [
    { deviceId: 'ws-1', project: 'north', sector: 'n1' },
    { deviceId: 'ws-2', project: 'north' },
  ],
  apiTokens: [
    { name: 'bi', scopes: ['read:production', 'read:phytosanitary'] },
    { name: 'lorawan', scopes: ['write:telemetry'] },
  ],
  restRules: [REST_RULE],
};

const HISTORY = 'day,sector,worker,units,quality\n2019-05-07,n1,W01,4.5,export\n2019-05-07,n1,W02,3,export\n';

/** In a month for which no migration creates partitions, so that the program has to. */
const READINGS = [
  ['weather', { ts: '2001-05-07T12:00:00Z', te: 21.5, hr: 60, wind: 3, rain: 0.2 }],
  ['plant', { ts: '2001-05-07T12:00:00Z', kpi: 'ndvi', value: 0.7 }],
  ['soil', { ts: '2001-05-07T12:00:00Z', depth: 20, moisture: 31.5, tension: 20 }],
  // Rejected, and counted.
  ['weather', { ts: '2001-05-07T12:10:00Z', te: 200 }],
  ['irrigation', { eventId: 'i-1', startedAt: '2001-05-07T12:00:00Z' }],
  [
    'irrigation',
    { eventId: 'i-1', startedAt: '2001-05-07T12:00:00Z', endedAt: '2001-05-07T13:00:00Z', volume: 4 },
  ],
] as const;

interface Applied {
  readonly companyId: string;
  readonly projects: { readonly north: string };
  readonly sectors: { readonly 'north/n1': string };
  readonly qualities: { readonly export: string };
  readonly forms: { readonly scout: string; readonly spray: string };
  readonly tasks: { readonly 'spray-1': string };
  readonly devices: { readonly 'ws-1': { readonly deviceSecret: string } };
  readonly apiTokens: {
    readonly bi: { readonly keyId: string; readonly credential: string };
    readonly lorawan: { readonly credential: string };
  };
}

/** The answer to a request that every version answers alike. */
export interface Answered {
  readonly path: string;
  readonly body: unknown;
}

/**
 * Performs every kind of write of a service or an operator with the programs of `installation`, and stops them.
 *
 * @returns what the reports said at the end
 */
export async function season(installation: Installation): Promise<Answered[]> {
  await installation.furrow('migrate');
  const farm = await installation.apply<Applied>(FARM);
  const api = await installation.api();
  const gateway = await installation.gateway();
  const crew = new Crew(api.ready.url, await installation.bearer(), farm as never);
  const harvestDay = await harvest(crew, farm);
  await scouting(crew, farm);
  await spraying(crew, farm);
  await watching(crew);
  await made(crew.post('/api/iot/devices/ws-1/commands', { name: 'reboot', payload: { delay: 5 } }));
  await readings(gateway.ready, farm);
  await heat(crew, farm.projects.north);
  await strangeUplink(api.ready.url, farm.apiTokens.lorawan.credential);
  await warned(crew);
  await bookkeeping(installation, farm);
  await integrations(crew);
  await followed(api.ready.url, farm);
  const answers = await ask(questions(farm, harvestDay), api.ready.url, farm.apiTokens.bi.credential);
  await Promise.all([api.end(), gateway.end()]);
  return answers;
}

/** How far the token is in the feed is written within seconds, or when the API ends. */
async function followed(url: string, { apiTokens }: Applied): Promise<void> {
  await ask(['/api/control/harvest?updatedSince=2000-01-01T00:00:00Z'], url, apiTokens.bi.credential);
}

/** Events that cannot be delivered, because the host does not exist. */
async function integrations(crew: Crew): Promise<void> {
  const webhooks = '/api/control/webhooks';
  const { webhookId } = await made(
    crew.post(webhooks, { url: 'https://hooks.invalid/', events: ['worker.created'] }),
  );
  await made(crew.post(`${webhooks}/${webhookId}/test`, {}));
  await made(crew.post(`${webhooks}/${webhookId}/rotate-secret`, {}));
  await made(
    crew.post(`${webhooks}/${webhookId}/replay`, { since: new Date(Date.now() - 60_000).toISOString() }),
  );
}

/** @returns the local day of the harvest */
async function harvest(crew: Crew, { projects, sectors, qualities }: Applied): Promise<string> {
  const sessions = '/api/control/production/sessions';
  const openedAt = new Date(Date.now() - 60_000).toISOString();
  const place = { projectId: projects.north, sectorId: sectors['north/n1'], sector_name: 'N1' };
  const session = await made(crew.post(sessions, { ...place, openedAt, localId: 'phone-1' }));
  const worker = await crew.hire('Eva', dataUrlOf(await aPhoto()));
  const draft = (clientEventId: string, units: number) => ({
    ...{ sessionId: session.sessionId, workerId: worker.id, units, clientEventId },
    ...{ qualityId: qualities.export, recordedAt: openedAt },
  });
  await made(crew.send('PUT', '/api/control/badges/B-1', { workerId: worker.id }));
  await made(crew.send('PATCH', `/api/control/workers/${worker.id}`, { group: 'new' }));
  await made(crew.post('/api/control/receipts', { workerId: worker.id }));
  for (const unsent of [3, 0]) {
    const phone = { unsent, version: '0.1.0', persisted: true };
    const told = await crew.send('PUT', `/api/control/phones/${PHONE}`, phone);
    if (told.status !== 204) throw new Error(`A phone was answered ${told.status}`);
  }
  const record = await made(crew.post('/api/control/production/records', draft('one', 2.5)));
  const shift = (clientEventId: string) => ({
    ...{ workerId: worker.id, projectId: projects.north, sectorId: sectors['north/n1'], kind: 'piece' },
    ...{ clientEventId, startedAt: openedAt },
  });
  const running = await made(crew.post('/api/control/shifts', shift('shift-1')));
  const synced = await crew.post('/api/control/shifts/bulk', {
    shifts: [shift('shift-1'), shift('shift-2')],
  });
  if (synced.status !== 207) throw new Error(`Bulk was answered ${synced.status}`);
  await made(crew.post(`/api/control/shifts/${running.shiftId}/end`, { endedAt: new Date().toISOString() }));
  await made(crew.post(`/api/control/shifts/${running.shiftId}/void`, { reason: 'Twice' }));
  const week = { from: '2026-01-05', to: '2026-01-11' };
  const hours = { startedAt: '2026-01-06T12:00:00Z', endedAt: '2026-01-06T20:00:00Z' };
  await made(crew.post('/api/control/shifts', { ...shift('shift-3'), ...hours, kind: 'hourly' }));
  const byHand = await made(
    crew.post('/api/control/pay-lines', {
      ...{ workerId: worker.id, day: '2026-01-06', amount: 12, reason: 'Own vehicle' },
      clientEventId: 'line-1',
    }),
  );
  const run = await made(crew.post('/api/control/pay-runs', week));
  await made(crew.post(`/api/control/pay-runs/${run.payRunId}/freeze`, {}));
  await made(crew.post(`/api/control/pay-lines/${byHand.payLineId}/void`, { reason: 'Twice' }));
  const bulk = await crew.bulk([draft('two', 3), draft('three', 4), draft('one', 2.5)]);
  await made(crew.post('/api/control/production/records', { ...draft('five', 35), container: 'crate' }));
  if (bulk.status !== 207) throw new Error(`Bulk was answered ${bulk.status}`);
  await made(crew.post(`/api/control/production/records/${record.recordId}/void`, { reason: 'Twice' }));
  const mate = await crew.hire('Mia');
  const { workerId: _, ...together } = draft('six', 7);
  const shares = [{ workerId: worker.id, weight: 2 }, { workerId: mate.id }];
  const shared = await made(crew.post('/api/control/production/records', { ...together, shares }));
  await made(crew.post(`/api/control/production/records/${shared.recordId}/void`, { reason: 'Twice' }));
  const wrong = await made(crew.post('/api/control/production/records', draft('four', 5)));
  await made(
    crew.post(`/api/control/production/records/${wrong.recordId}/correct`, {
      ...{ units: 0, reason: 'Not theirs', clientEventId: 'office-1' },
    }),
  );
  await made(
    crew.send('PATCH', `${sessions}/${session.sessionId}`, {
      notes: 'Dry',
      bonus: { type: 'fixed', value: 5 },
    }),
  );
  await made(crew.post(`${sessions}/${session.sessionId}/extend`, { maxDurationHours: 14 }));
  await made(crew.post(`${sessions}/${session.sessionId}/close`, {}));
  return session.day.slice(0, 10);
}

async function spraying(crew: Crew, { projects, sectors }: Applied): Promise<void> {
  const treatments = '/api/control/treatments';
  const treatment = await made(
    crew.post(treatments, {
      ...{ clientEventId: 'spray-1', projectId: projects.north, sectorIds: [sectors['north/n1']] },
      ...{ product: 'Thiovit Jet', startedAt: '2026-01-10T12:00:00Z', dose: 4, doseUnit: 'kg/ha' },
      preHarvestDays: 7,
    }),
  );
  await made(crew.post(`${treatments}/${treatment.treatmentId}/void`, { reason: 'Twice' }));
}

async function watching(crew: Crew): Promise<void> {
  const frost = { name: 'Frost', kind: 'threshold', project: 'north', metric: 'te', below: 0, for: '10m' };
  await made(crew.send('PUT', '/api/control/alerts/frost', frost));
}

/** Eleven minutes of frost, which raise the alert of `watching`. */
const frost = () =>
  [12, 1].map((minutes) => {
    const ts = new Date(Date.now() - minutes * 60_000).toISOString();
    return ['weather', { ts, te: -3, hr: 90, wind: 0 }] as const;
  });

async function warned(crew: Crew): Promise<void> {
  const rule = '/api/control/alerts/frost';
  for (let looks = 0; (await made(crew.send('GET', rule, undefined))).state !== 'firing'; looks++) {
    if (looks === 240) throw new Error('The frost raised no alert');
    await sleep(250);
  }
}

async function scouting(crew: Crew, { projects, sectors, forms, tasks }: Applied): Promise<void> {
  const forced_location = { projectId: projects.north, sectorId: sectors['north/n1'] };
  const submit = (clientRecordId: string, body: object) =>
    made(crew.post('/api/control/forms/record', { clientRecordId, ...body }));
  const seen = (recordedAt: string, moth: number, mildew: number | null) => ({
    ...{ formId: forms.scout, recordedAt, forced_location },
    values: { moth: { value: moth, severity: 10 }, mildew: { value: mildew, severity: null } },
  });
  await submit('seen-1', {
    ...seen('2026-01-10T15:00:00Z', 3, 0),
    media: [{ field: 'picture', data: dataUrlOf(await aPhoto()) }],
  });
  await submit('seen-2', seen('2026-01-10T16:00:00Z', 0, null));
  await submit('sprayed', { formId: forms.spray, taskId: tasks['spray-1'], values: { done: true } });
}

async function readings(gateway: { url: string; mqttUrl: string }, { devices }: Applied): Promise<void> {
  const { deviceSecret } = devices['ws-1'];
  const { token } = await deviceToken(gateway.url, { deviceId: 'ws-1', deviceSecret });
  const client = await mqtt.connectAsync(gateway.mqttUrl, {
    ...{ protocolVersion: 4, reconnectPeriod: 0 },
    wsOptions: { headers: { 'x-iot-token': token } },
  });
  const commanded = new Promise((resolve) => client.once('message', resolve));
  await client.subscribeAsync('v1/devices/ws-1/commands/#', { qos: 1 });
  for (const [kind, reading] of [...READINGS, ...frost()])
    await client.publishAsync(`v1/devices/ws-1/telemetry/${kind}`, JSON.stringify(reading), { qos: 1 });
  await commanded;
  await client.endAsync();
}

async function bookkeeping(installation: Installation, { apiTokens }: Applied): Promise<void> {
  const csv = join(installation.home, 'history.csv');
  await writeFile(csv, HISTORY);
  const into = ['--company', 'acme', '--project', 'north', '--owner', IDP_ID, '--create-missing'];
  await installation.furrow('import', 'harvest', csv, ...into);
  await installation.furrow('token', 'rotate', apiTokens.bi.keyId, '--overlap', '24h');
  await installation.furrow('device', 'rotate', 'ws-1');
  await installation.furrow('device', 'revoke', 'ws-2');
  await installation.apply({
    ...FARM,
    company: { ...FARM.company, name: 'Acme Farms' },
    qualities: [{ key: 'export', name: 'Export, first' }],
  });
}

function questions({ projects }: Applied, harvestDay: string): string[] {
  const range = (from: string, to: string) =>
    new URLSearchParams({ startTime: from, endTime: to }).toString();
  const local = { from: '2001-05-07T00:00:00', to: '2001-05-07T23:59:59', timezone: ZONE };
  const series = new URLSearchParams({ projectId: projects.north, ...local }).toString();
  return [
    `/api/control/harvest?${range(harvestDay, harvestDay)}`,
    `/api/control/harvest?${range('2019-05-07', '2019-05-07')}`,
    `/api/control/phytosanitary/summary?${range('2026-01-10', '2026-01-10')}`,
    `/api/control/phytosanitary/company-summary?${range('2026-01-10', '2026-01-10')}`,
    ...['weather', 'plant', 'soil', 'irrigation'].map((kind) => `/api/iot/${kind}?${series}`),
  ];
}

/** Repeats each request until the breakdowns by quality, which follow within seconds, are complete. */
export async function ask(paths: readonly string[], url: string, credential: string): Promise<Answered[]> {
  const answers: Answered[] = [];
  for (const path of paths)
    for (;;) {
      const answer = await fetch(`${url}${path}`, { headers: { 'x-api-key': credential } });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${text}`);
      if (text.includes('"needsRecalc":true')) continue;
      answers.push({ path, body: JSON.parse(text) });
      break;
    }
  return answers;
}

async function made(answering: ReturnType<Crew['post']>) {
  const { status, body } = await answering;
  if (status > 202) throw new Error(`That was answered ${status}: ${JSON.stringify(body)}`);
  return body.data;
}
