import { randomUUID } from 'node:crypto';
import type { Json } from '../client.ts';
import type { Farm } from '../stage/farm.ts';
import {
  type Answered,
  daysFromNow,
  feed,
  type GoodRequest,
  indicator,
  list,
  type Maker,
  northOf,
  query,
  report,
  series,
  today,
} from './reads.ts';
import { daysLinks, links, NO_DAYS, secrets } from './carried-credentials.ts';
import { AN_XLSFORM } from './an-xlsform.ts';
import { LORAWAN_REQUESTS } from './lorawan-requests.ts';
import { REST_REQUESTS } from './rest-requests.ts';
import { FORBIDDEN, INVALID, type Refused } from './rows.ts';
import { WORKFORCE_REQUESTS } from './workforce-requests.ts';

const CONTROL = '/api/control';
const CONSOLE = '/api/console';
/** What a browser adds to requests of console pages. */
const FROM_OWN_PAGE = { 'sec-fetch-site': 'same-origin' };
const SESSIONS = `${CONTROL}/production/sessions`;
const RECORDS = `${CONTROL}/production/records`;
const PAY_RUNS = `${CONTROL}/pay-runs`;
const PAY_LINES = `${CONTROL}/pay-lines`;

const WEBHOOKS = `${CONTROL}/webhooks`;
const TREATMENTS = `${CONTROL}/treatments`;

/** Every user may have a phone of this name. */
const PHONE = randomUUID();

const ALERTS = `${CONTROL}/alerts`;
const NO_ALERT: Refused = [404, 'alert_not_found'];
const NO_SESSION: Refused = [404, 'session_not_found'];
const NO_RECORD: Refused = [404, 'record_not_found'];
const NO_PAY_RUN: Refused = [404, 'pay_run_not_found'];
const RECEIPTS = `${CONTROL}/receipts`;
const NOT_OWNER: Refused = [403, 'not_session_owner'];
const NO_WEBHOOK: Refused = [404, 'webhook_not_found'];

/** The same for all requests: a webhook has one replay at a time, which the same request returns. */
const REPLAYED_SINCE = `${daysFromNow(-1)}T00:00:00Z`;

const FAR_WEEK = { from: '2030-01-07', to: '2030-01-13' };
let weeks = 0;
/** A week that no frozen run covers. */
function nextWeek() {
  const day = (days: number) => new Date(Date.UTC(2031, 0, days)).toISOString().slice(0, 10);
  const from = ++weeks * 7;
  return { from: day(from), to: day(from + 6) };
}

const onSession =
  (action: string, body: Json | undefined): Maker =>
  (farm) => ({
    ...{ path: `${SESSIONS}/${farm.session}${action}`, own: 200, foreign: NO_SESSION, other: NOT_OWNER },
    ...(body && { body }),
  });

const onDevice = (deviceId: string, action: string): GoodRequest => ({
  ...{ path: `${CONTROL}/devices/${deviceId}/${action}`, own: 200, foreign: [404, 'device_not_found'] },
});
const onToken = (keyId: string, action: string): GoodRequest => ({
  ...{ path: `${CONTROL}/tokens/${keyId}/${action}`, own: 200, foreign: [404, 'token_not_found'] },
});

const onWebhook =
  (action: string, body?: Json, webhooks = WEBHOOKS): Maker =>
  async (farm) => ({
    ...{
      path: `${webhooks}/${await farm.activeWebhook()}${action}`,
      own: 200,
      foreign: NO_WEBHOOK,
      other: 200,
    },
    ...(body && { body }),
  });
const alertBody = (farm: Farm) => ({
  ...{ name: farm.mark, kind: 'silent', project: northOf(farm).projectId, for: '30d' },
});

let alertCount = 0;
/** @returns the key of an alert that none of the last requests used, of 40: a device is watched by at most 50 */
async function putAlert(farm: Farm): Promise<string> {
  const key = `alert-${++alertCount % 40}`;
  await farm.ask('PUT', `${ALERTS}/${key}`, alertBody(farm), 'ada');
  return key;
}

const onAlert =
  (action: string, alerts: string): Maker =>
  async (farm) => ({
    ...{ path: `${alerts}/${await putAlert(farm)}${action}`, own: 200, foreign: NO_ALERT, other: 200 },
  });

/** By `operationId`. A missing operation fails the run, because nobody has decided who may call it. */
export const GOOD_REQUESTS: Readonly<Record<string, Maker>> = {
  projects_list: list(`${CONTROL}/projects`),
  ...WORKFORCE_REQUESTS,
  payRuns_open: async (farm) => {
    await farm.roomForDraft();
    const body = { ...FAR_WEEK, projectId: northOf(farm).projectId };
    return { path: PAY_RUNS, body, own: 201, foreign: [404, 'project_not_found'] };
  },
  payRuns_list: list(PAY_RUNS),
  payRuns_get: async (farm) => ({
    ...{ path: `${PAY_RUNS}/${await farm.openPayRun(FAR_WEEK)}`, own: 200, foreign: NO_PAY_RUN, other: 200 },
  }),
  payRuns_freeze: async (farm) => ({
    ...{ path: `${PAY_RUNS}/${await farm.openPayRun(nextWeek())}/freeze`, own: 200 },
    ...{ foreign: NO_PAY_RUN, other: 200 },
  }),
  payRuns_delete: async (farm) => ({
    ...{ path: `${PAY_RUNS}/${await farm.openPayRun(FAR_WEEK)}`, own: 204, foreign: NO_PAY_RUN },
  }),
  receipts_issue: (farm) => ({
    ...{ path: RECEIPTS, body: { workerId: farm.worker }, own: 201 },
    ...{ foreign: [404, 'worker_not_found'], other: 201 },
  }),
  receipts_list: list(RECEIPTS),
  receipts_revoke: async (farm) => {
    const { receiptId } = await farm.ask('POST', RECEIPTS, { workerId: farm.worker });
    const path = `${RECEIPTS}/${String(receiptId)}`;
    return { path, own: 204, foreign: [404, 'receipt_not_found'], other: 204 };
  },
  workerDays_show: async (farm, companies) => {
    const links = await daysLinks(farm, companies);
    return { path: links.own, own: 200, foreign: NO_DAYS, disguises: links.disguises };
  },
  comingAdjustments_get: async (farm) => ({
    ...{ path: `${PAY_RUNS}/${await farm.openPayRun(FAR_WEEK)}/adjustments`, own: 200 },
    ...{ foreign: NO_PAY_RUN, other: 200 },
  }),
  payLines_state: (farm) => ({
    ...{ path: PAY_LINES, body: farm.payLineBody(), own: 201, foreign: [404, 'worker_not_found'] },
  }),
  payLines_list: list(PAY_LINES),
  payLines_void: async (farm) => ({
    ...{ path: `${PAY_LINES}/${await farm.addPayLine()}/void`, body: { reason: farm.mark } },
    ...{ own: 200, foreign: [404, 'pay_line_not_found'], other: 200 },
  }),
  payRunFiles_export: async (farm) => ({
    ...{ path: `${PAY_RUNS}/${await farm.openPayRun(FAR_WEEK)}/export?format=xlsx`, own: 200 },
    ...{ foreign: NO_PAY_RUN, other: 200 },
  }),
  payRunFiles_statement: async (farm) => {
    await farm.addShift();
    const run = await farm.openPayRun({ from: daysFromNow(-1), to: daysFromNow(1) });
    return {
      ...{ path: `${PAY_RUNS}/${run}/statements/${farm.worker}`, own: 200 },
      ...{ foreign: NO_PAY_RUN, other: 200 },
    };
  },
  sessions_open: (farm) => ({
    ...{ path: SESSIONS, body: farm.sessionBody(), own: 201, foreign: [404, 'project_not_found'] },
  }),
  // A colleague gets an answer too, with the colleague's own sessions.
  sessions_list: (farm) => [
    { path: SESSIONS, own: 200, foreign: 200, other: 200 },
    { path: `${SESSIONS}?${query(northOf(farm))}`, own: 200, foreign: [404, 'project_not_found'] },
  ],
  sessions_records: onSession('/records', undefined),
  sessions_get: onSession('', undefined),
  sessions_update: onSession('', { notes: 'changed' }),
  sessions_extend: onSession('/extend', { maxDurationHours: 14 }),
  sessions_close: async (farm) => ({
    ...{ path: `${SESSIONS}/${await farm.openSession()}/close`, body: {} },
    ...{ own: 200, foreign: NO_SESSION, other: NOT_OWNER },
  }),
  corrections_session: async (farm) => {
    const path = `${SESSIONS}/${await farm.openSession()}`;
    await farm.ask('POST', `${path}/close`, {});
    const body = { pricePerUnit: 2, reason: farm.mark };
    return { path: `${path}/correct`, body, own: 200, foreign: NO_SESSION };
  },
  records_add: (farm) => ({
    ...{ path: RECORDS, body: farm.recordBody(), own: 201, foreign: NO_SESSION, other: NOT_OWNER },
  }),
  records_sync: (farm) => ({
    ...{ path: `${RECORDS}/bulk`, body: { records: [farm.recordBody(), farm.recordBody()] } },
    ...{ own: 207, foreign: 207, other: 207, partly: 'session_not_found|not_session_owner' },
  }),
  records_check: async (farm) => {
    const body = farm.recordBody() as { clientEventId: string };
    await farm.ask('POST', RECORDS, body);
    const path = `${RECORDS}/check-idempotency?${query({ clientEventId: body.clientEventId })}`;
    return { path, own: 200, foreign: 404, other: 404 };
  },
  records_get: (farm) => ({
    ...{ path: `${RECORDS}/${farm.record}`, own: 200, foreign: NO_RECORD, other: NOT_OWNER },
  }),
  records_void: async (farm) => ({
    ...{ path: `${RECORDS}/${await farm.addRecord()}/void`, body: { reason: farm.mark } },
    ...{ own: 200, foreign: NO_RECORD, other: NOT_OWNER },
  }),
  corrections_record: async (farm) => ({
    path: `${RECORDS}/${await farm.addRecord()}/correct`,
    body: { units: 1, reason: farm.mark, clientEventId: randomUUID() },
    ...{ own: 201, foreign: NO_RECORD },
  }),
  containers_list: list(`${CONTROL}/production/containers`),
  qualities_list: list(`${CONTROL}/production/qualities`),
  harvestGroups_groups: report(`${CONTROL}/harvest/groups`),
  harvestGroups_seasons: report(`${CONTROL}/harvest/seasons`),
  harvest_report: feed(`${CONTROL}/harvest`),
  recordExport_export: (farm) => {
    const { projectId, sectorId } = northOf(farm);
    const asked = (filters: Record<string, string>, foreign: Answered): GoodRequest => ({
      path: `${CONTROL}/production/records/export?${query({ startTime: today(), endTime: today(), ...filters })}`,
      ...{ own: 200, foreign },
    });
    return [
      asked({}, 200),
      asked({ projectId }, [403, 'project_forbidden']),
      asked({ sectorId, format: 'csv' }, [403, 'sector_forbidden']),
    ];
  },
  phytosanitary_summary: report(`${CONTROL}/phytosanitary/summary`),
  phytosanitary_companySummary: report(`${CONTROL}/phytosanitary/company-summary`),
  phytosanitary_companyRecords: feed(`${CONTROL}/phytosanitary/company-records`),
  treatments_record: (farm) => ({
    ...{ path: TREATMENTS, body: farm.treatmentBody(), own: 201, foreign: [404, 'project_not_found'] },
  }),
  // Treatments are visible to the whole company.
  treatments_list: (farm) => [
    { path: TREATMENTS, own: 200, foreign: 200, other: 200 },
    { path: `${TREATMENTS}?${query(northOf(farm))}`, own: 200, foreign: [404, 'project_not_found'] },
  ],
  treatments_export: (farm) => [
    ...['csv', 'ndjson'].map((format) => ({
      ...{ path: `${TREATMENTS}/export?${query({ format })}`, own: 200, foreign: 200, other: 200 },
    })),
    { path: `${TREATMENTS}/export?${query(northOf(farm))}`, own: 200, foreign: [404, 'project_not_found'] },
  ],
  treatments_closures: list(`${TREATMENTS}/closures`),
  treatments_void: async (farm) => ({
    ...{ path: `${TREATMENTS}/${await farm.recordTreatment()}/void`, body: { reason: farm.mark }, own: 200 },
    ...{ foreign: [404, 'treatment_not_found'], other: [403, 'not_treatment_author'] },
  }),
  forms_list: list(`${CONTROL}/forms/getForms`),
  forms_submit: (farm) => [
    { path: `${CONTROL}/forms/record`, body: farm.formBody(), own: 201, foreign: [404, 'form_not_found'] },
    {
      ...{ path: `${CONTROL}/forms/record`, body: farm.formBody('spray'), own: 201 },
      ...{ foreign: [404, 'form_not_found'], other: FORBIDDEN },
    },
  ],
  formRecords_get: (farm) => ({
    ...{ path: `${CONTROL}/forms/records/${farm.formRecord}`, own: 200 },
    ...{ foreign: NO_RECORD, other: FORBIDDEN },
  }),
  formRecords_list: (farm) => {
    const path = `${CONTROL}/forms/${farm.ids.forms['scout']}/records`;
    const asked = (filters: Record<string, string>): GoodRequest => ({
      ...{ path: `${path}?${query(filters)}`, own: 200, foreign: [404, 'form_not_found'], other: 200 },
    });
    return [
      ...['json', 'csv', 'ndjson', 'geojson'].map((format) => asked({ format })),
      asked(northOf(farm)),
      asked({ updatedSince: '2026-01-01T00:00:00Z' }),
      { ...asked({ userId: farm.idpId('ana') }), other: FORBIDDEN },
    ];
  },
  mobileForms_list: list(`${CONTROL}/mobile/forms/getForms`),
  media_open: (farm, companies) => ({
    path: farm.photo,
    own: 200,
    foreign: FORBIDDEN,
    disguises: links(farm, companies),
  }),
  series_weather: series('weather'),
  series_plant: series('plant'),
  series_heat: series('heat'),
  series_soil: series('soil'),
  series_irrigation: series('irrigation'),
  indicators_indicator: indicator('/api/iot'),
  commands_send: (farm) => ({
    ...{ path: `/api/iot/devices/${farm.deviceId('one')}/commands`, body: { name: 'reboot' } },
    ...{ own: 201, foreign: [404, 'device_not_found'] },
  }),
  formImport_import: () => ({
    ...{ path: `${CONTROL}/forms/import?dryRun=true`, file: AN_XLSFORM, own: 200, foreign: 200 },
  }),
  ...LORAWAN_REQUESTS,
  ...REST_REQUESTS,
  payPreview_preview: () => ({
    ...{ path: `${CONTROL}/farm/pay-preview`, body: { payPolicies: [{ validFrom: '2030-01-01' }] } },
    ...{ own: 200, foreign: 200 },
  }),
  farm_read: list(`${CONTROL}/farm`),
  farm_change: () => ({ path: `${CONTROL}/farm`, body: { qualities: [] }, own: 200, foreign: 200 }),
  devices_list: list(`${CONTROL}/devices`),
  phones_list: list(`${CONTROL}/phones`),
  phones_report: () => ({
    ...{ path: `${CONTROL}/phones/${PHONE}`, body: { unsent: 1, version: '1.0.0' }, own: 204 },
    ...{ foreign: 204, other: 204 },
  }),
  devices_rotate: async (farm) => onDevice(await farm.spareDevice(), 'rotate'),
  devices_revoke: async (farm) => onDevice(await farm.spareDevice(), 'revoke'),
  alerts_list: list(ALERTS),
  alerts_get: onAlert('', ALERTS),
  alerts_devices: onAlert('/devices', ALERTS),
  alerts_put: (farm) => ({
    ...{ path: `${ALERTS}/mine`, body: alertBody(farm), own: 200, foreign: [404, 'project_not_found'] },
  }),
  alerts_delete: async (farm) => ({ path: `${ALERTS}/${await putAlert(farm)}`, own: 204, foreign: NO_ALERT }),
  // An event id of another company is unknown, so it reveals nothing.
  events_listen: list(`${CONTROL}/events?seconds=1`),
  tokens_list: list(`${CONTROL}/tokens`),
  tokens_rotate: async (farm) => ({ ...onToken(await farm.spareToken(), 'rotate'), body: { overlap: '1h' } }),
  tokens_revoke: async (farm) => onToken(await farm.spareToken(), 'revoke'),
  // The object belongs to whoever creates it; the host does not exist.
  webhooks_create: () => ({
    ...{ path: WEBHOOKS, body: { url: 'https://hooks.invalid/', events: ['pay_run.frozen'] } },
    ...{ own: 201, foreign: 201, other: 201 },
  }),
  webhooks_list: list(WEBHOOKS),
  webhooks_get: onWebhook(''),
  webhooks_update: onWebhook('', { description: 'changed' }),
  webhooks_delete: async (farm) => ({
    ...{ path: `${WEBHOOKS}/${await farm.spareWebhook()}`, own: 204, foreign: NO_WEBHOOK },
  }),
  webhooks_rotate: onWebhook('/rotate-secret'),
  webhookDeliveries_test: onWebhook('/test'),
  webhookDeliveries_list: onWebhook('/deliveries'),
  webhookDeliveries_retry: async (farm) => {
    const { webhookId, deliveryId } = await farm.sendTestEvent();
    const path = `${WEBHOOKS}/${webhookId}/deliveries/${deliveryId}/retry`;
    return { path, own: 200, foreign: NO_WEBHOOK, other: 200 };
  },
  webhookDeliveries_replay: async (farm) => ({
    ...{ path: `${WEBHOOKS}/${await farm.activeWebhook()}/replay`, body: { since: REPLAYED_SINCE } },
    ...{ own: 202, foreign: NO_WEBHOOK, other: 202 },
  }),
  webhookDeliveries_progress: async (farm) => {
    const path = `${WEBHOOKS}/${await farm.activeWebhook()}/replay`;
    await farm.ask('POST', path, { since: REPLAYED_SINCE }, 'ada');
    return { path, own: 200, foreign: NO_WEBHOOK, other: 200 };
  },
  token_issue: (farm, companies) => ({
    ...{ path: '/api/iot/token', own: 201, foreign: INVALID, disguises: secrets(farm, companies) },
    body: { deviceId: farm.deviceId('one'), deviceSecret: farm.deviceSecret('one') },
  }),
  mqtt_connect: () => ({
    ...{ path: '/mqtt', own: 101, foreign: 101, other: 101 },
    headers: {
      ...{ connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
      ...{ 'sec-websocket-key': 'AAECAwQFBgcICQoLDA0ODw==', 'sec-websocket-protocol': 'mqtt' },
    },
  }),
  signIn_session: list(`${CONSOLE}/session`),
  signIn_begin: list(`${CONSOLE}/sign-in`),
  signIn_options: list(`${CONSOLE}/sign-in/options`),
  // No sign-in is pending, so every callback is refused.
  signIn_callback: () => ({ path: `${CONSOLE}/callback`, own: 400, foreign: 400 }),
  signIn_choose: (farm) => ({
    ...{ path: `${CONSOLE}/sign-in?${query({ user: farm.idpId('ana') })}`, headers: FROM_OWN_PAGE },
    ...{ own: 303, foreign: 303 },
  }),
  signIn_signOut: () => ({ path: `${CONSOLE}/sign-out`, headers: FROM_OWN_PAGE, own: 200, foreign: 200 }),
  consoleProjects_list: list(`${CONSOLE}/projects`),
  consoleHarvest_report: feed(`${CONSOLE}/harvest`),
  consoleSessions_today: list(`${CONSOLE}/today`),
  consoleSessions_session: (farm) => ({
    ...{ path: `${CONSOLE}/sessions/${farm.session}`, own: 200, foreign: NO_SESSION, other: NOT_OWNER },
  }),
  consoleHarvest_pace: list(`${CONSOLE}/harvest/pace`),
  consolePhytosanitary_summary: report(`${CONSOLE}/phytosanitary/summary`),
  consolePhytosanitary_companySummary: report(`${CONSOLE}/phytosanitary/company-summary`),
  consolePhytosanitary_companyRecords: feed(`${CONSOLE}/phytosanitary/company-records`),
  consoleSeries_weather: series('weather', CONSOLE),
  consoleSeries_plant: series('plant', CONSOLE),
  consoleSeries_irrigation: series('irrigation', CONSOLE),
  consoleIndicators_indicator: indicator(CONSOLE),
  consoleObservedDays_list: (farm) => {
    const days = { startTime: today(), endTime: today(), projectId: northOf(farm).projectId };
    const path = `${CONSOLE}/phytosanitary/days?${query(days)}`;
    return { path, own: 200, foreign: [403, 'project_forbidden'], other: 200 };
  },
  consoleDevices_list: list(`${CONSOLE}/devices`),
  consoleDevices_activity: list(`${CONSOLE}/devices/activity`),
  consoleAlerts_list: list(`${CONSOLE}/alerts`),
  consoleAlerts_get: onAlert('', `${CONSOLE}/alerts`),
  consoleAlerts_devices: onAlert('/devices', `${CONSOLE}/alerts`),
  consoleAlertChanges_list: list(`${CONSOLE}/alert-changes`),
  consoleFeeds_list: list(`${CONSOLE}/feeds`),
  consoleDeliveries_list: onWebhook('/deliveries', undefined, `${CONSOLE}/webhooks`),
  root_welcome: list('/'),
  health_live: list('/health/live'),
  health_ready: list('/health/ready'),
  metrics_read: list('/metrics'),
};
