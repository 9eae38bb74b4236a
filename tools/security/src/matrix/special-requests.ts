import type { Farm } from '../stage/farm.ts';
import type { TwoCompanies } from '../stage/two-companies.ts';
import { daysLinks, links, secrets } from './carried-credentials.ts';
import { FAR_WEEK, REPLAY } from './objects.ts';
import { FORBIDDEN, type GoodRequest } from './rows.ts';

/** What a request has in place of what the document says. */
export interface Special extends Partial<
  Pick<GoodRequest, 'path' | 'headers' | 'own' | 'foreign' | 'other' | 'disguises'>
> {
  readonly body?: object;
  /** Beside the required one. */
  readonly query?: Readonly<Record<string, string>>;
}

type Maker = (farm: Farm, companies: TwoCompanies) => Special | Special[] | Promise<Special | Special[]>;

/** What a browser adds to requests of console pages. */
const FROM_OWN_PAGE = { 'sec-fetch-site': 'same-origin' };
const CONTROL = '/api/control';

/** By `operationId`: what the example of a body does not show, and credentials that are part of the request. */
export const SPECIAL: Readonly<Record<string, Maker>> = {
  // Bodies that must be new each time, of today.
  workers_create: (farm) => ({ body: farm.workerBody() }),
  workers_createAll: (farm) => ({ body: { workers: [farm.workerBody()] } }),
  shifts_record: (farm) => ({ body: farm.shiftBody() }),
  shifts_sync: (farm) => ({ body: { shifts: [farm.shiftBody(), farm.shiftBody()] } }),
  payLines_state: (farm) => ({ body: farm.payLineBody() }),
  payRuns_open: async (farm) => {
    await farm.roomForDraft();
    return { body: { ...FAR_WEEK, projectId: farm.north.projectId } };
  },
  sessions_open: (farm) => ({ body: farm.sessionBody() }),
  records_add: (farm) => ({ body: farm.recordBody() }),
  records_sync: (farm) => ({ body: { records: [farm.recordBody(), farm.recordBody()] } }),
  records_check: async (farm) => {
    const body = farm.recordBody() as { clientEventId: string };
    await farm.ask('POST', `${CONTROL}/production/records`, body);
    return { query: { clientEventId: body.clientEventId } };
  },
  treatments_record: (farm) => ({ body: farm.treatmentBody() }),
  // The task of the second one is Ana's.
  forms_submit: (farm) => [{ body: farm.formBody() }, { body: farm.formBody('spray'), other: FORBIDDEN }],
  formRecords_list: (farm) => [{}, { query: { userId: farm.idpId('ana') }, other: FORBIDDEN }],
  // It keeps the names of the farm.
  farm_change: () => ({ body: { qualities: [] } }),
  formImport_import: () => ({ query: { dryRun: 'true' } }),
  // The host does not exist.
  webhooks_create: () => ({ body: { url: 'https://hooks.invalid/', events: ['pay_run.frozen'] } }),
  webhookDeliveries_progress: async (farm) => {
    const path = `${CONTROL}/webhooks/${await farm.activeWebhook()}/replay`;
    await farm.ask('POST', path, REPLAY, 'ada');
    return { path };
  },
  events_listen: () => ({ query: { seconds: '1' } }),
  uplinks_chirpstack: () => ({ query: { event: 'up' } }),

  media_open: (farm, companies) => ({ path: farm.photo, disguises: links(farm, companies) }),
  workerDays_show: async (farm, companies) => {
    const { own, disguises } = await daysLinks(farm, companies);
    return { path: own, disguises };
  },
  token_issue: (farm, companies) => ({
    body: { deviceId: farm.deviceId('one'), deviceSecret: farm.deviceSecret('one') },
    disguises: secrets(farm, companies),
  }),
  mqtt_connect: () => ({
    headers: {
      ...{ connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
      ...{ 'sec-websocket-key': 'AAECAwQFBgcICQoLDA0ODw==', 'sec-websocket-protocol': 'mqtt' },
    },
  }),
  // No sign-in is pending, so every callback is refused.
  signIn_callback: () => ({ own: 'refused' }),
  signIn_choose: (farm) => ({ query: { user: farm.idpId('ana') }, headers: FROM_OWN_PAGE }),
  signIn_signOut: () => ({ headers: FROM_OWN_PAGE }),
};
