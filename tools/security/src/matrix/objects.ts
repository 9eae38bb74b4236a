import { randomUUID } from 'node:crypto';
import type { Operation, Parameter } from '../document.ts';
import type { Farm } from '../stage/farm.ts';
import { ZONE } from '@furrow/testbed/farms';
import { devEuiOf } from '../stage/farm-file.ts';

const CONTROL = '/api/control';
const WEBHOOKS = `${CONTROL}/webhooks`;

export const daysFromNow = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
export const today = () => daysFromNow(0);
export const query = (members: Readonly<Record<string, string>>) => new URLSearchParams(members).toString();

/** A run of pay over days that no frozen run covers. */
export const FAR_WEEK = { from: '2030-01-07', to: '2030-01-13' };
let weeks = 0;
function nextWeek() {
  const day = (days: number) => new Date(Date.UTC(2031, 0, days)).toISOString().slice(0, 10);
  const from = ++weeks * 7;
  return { from: day(from), to: day(from + 6) };
}
/** The same for all requests: a webhook has one replay at a time, which the same request returns. */
export const REPLAY = { since: `${daysFromNow(-1)}T00:00:00Z` };
/** Every user may have a phone of this name. */
const PHONE = randomUUID();
let badges = 0;
let alerts = 0;

/** One of 40 alerts, of which none of the last requests used it: a device is watched by at most 50. */
async function anAlert(farm: Farm): Promise<string> {
  const key = `alert-${farm.mark}-${++alerts % 40}`;
  const body = { name: farm.mark, kind: 'silent', project: farm.north.projectId, for: '30d' };
  await farm.ask('PUT', `${CONTROL}/alerts/${key}`, body, 'ada');
  return key;
}

async function aBadge(farm: Farm): Promise<string> {
  const code = `${farm.mark}-${++badges}`;
  await farm.ask('PUT', `${CONTROL}/badges/${code}`, { workerId: farm.worker });
  return code;
}

async function aPayRun(farm: Farm, { id }: Operation): Promise<string> {
  if (id === 'payRuns_freeze') return farm.openPayRun(nextWeek());
  if (id !== 'payRunFiles_statement') return farm.openPayRun(FAR_WEEK);
  await farm.make(`${CONTROL}/shifts`, farm.shiftBody(), 'shiftId');
  return farm.openPayRun({ from: daysFromNow(-1), to: daysFromNow(1) });
}

async function aSession(farm: Farm, { id }: Operation): Promise<string> {
  if (!['sessions_close', 'corrections_session'].includes(id)) return farm.session;
  const session = await farm.openSession();
  if (id === 'corrections_session')
    await farm.ask('POST', `${CONTROL}/production/sessions/${session}/close`, {});
  return session;
}

function aRecord(farm: Farm, { path, method }: Operation): string | Promise<string> {
  if (path.includes('/forms/')) return farm.formRecord;
  return method === 'GET'
    ? farm.record
    : farm.make(`${CONTROL}/production/records`, farm.recordBody(), 'recordId');
}

type Maker = (farm: Farm, operation: Operation) => string | Promise<string>;

/** By the name of a parameter in a path. What an operation changes for good is an object that no other request uses. */
const OBJECTS: Readonly<Record<string, Maker>> = {
  worker: (farm) => farm.worker,
  workerId: (farm) => farm.worker,
  code: aBadge,
  shiftId: (farm) => farm.make(`${CONTROL}/shifts`, farm.shiftBody(), 'shiftId'),
  payRunId: aPayRun,
  receiptId: (farm) => farm.make(`${CONTROL}/receipts`, { workerId: farm.worker }, 'receiptId'),
  payLineId: (farm) => farm.make(`${CONTROL}/pay-lines`, farm.payLineBody(), 'payLineId', 'ada'),
  sessionId: aSession,
  recordId: aRecord,
  treatmentId: (farm) => farm.make(`${CONTROL}/treatments`, farm.treatmentBody(), 'treatmentId'),
  formId: (farm) => farm.ids.forms['scout'] ?? '',
  deviceId: (farm, { id }) => (id === 'commands_send' ? farm.deviceId('one') : farm.spareDevice()),
  phoneId: () => PHONE,
  keyId: (farm) => farm.spareToken(),
  webhookId: (farm, { id }) => (id === 'webhooks_delete' ? farm.spareWebhook() : farm.activeWebhook()),
  deliveryId: async (farm) =>
    farm.make(`${WEBHOOKS}/${await farm.activeWebhook()}/test`, {}, 'deliveryId', 'ada'),
  key: anAlert,
  name: () => 'chill',
};

/** @throws Error for an unknown parameter */
export async function objectFor(name: string, farm: Farm, operation: Operation): Promise<string> {
  const make = OBJECTS[name];
  if (make === undefined) throw new Error(`objects.ts has no object for {${name}} of ${operation.id}`);
  return make(farm, operation);
}

/** The parameters of an operation's path for which there is no object. */
export const unknownIn = ({ path }: Operation): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) => (name in OBJECTS ? [] : [name]));

/** The day of the readings. */
const [READ_ON, READ_UNTIL] = ['2026-01-10', '2026-01-11'];

/** The value of a parameter of a query that says whose data is requested, or of when; undefined for others. */
export function filterOf({ name, schema, required }: Parameter, farm: Farm): string | undefined {
  const day = (date: string) => (schema.format === 'date' ? date : `${date}T00:00:00`);
  const range = { from: day(READ_ON), to: day(READ_UNTIL), startTime: today(), endTime: today() };
  const objects: Readonly<Record<string, string>> = {
    ...{ ...farm.north, companyId: farm.ids.companyId, workerId: farm.worker },
    deviceId: farm.deviceId('one'),
    // Others have workers of this name too.
    q: 'Worker',
  };
  const needed: Readonly<Record<string, string>> = { ...range, timezone: ZONE };
  return objects[name] ?? (required === true || name.endsWith('Time') ? needed[name] : undefined);
}

/** The example of a body, with objects of the farm. */
export function filled(example: unknown, farm: Farm): unknown {
  const members: Readonly<Record<string, unknown>> = {
    ...{ ...farm.north, project: farm.north.projectId, workerId: farm.worker, workerIds: [farm.worker] },
    ...{ ...REPLAY, clientEventId: farm.event(), reason: farm.mark, endedAt: new Date().toISOString() },
    ...{ dev_eui: devEuiOf(farm.deviceId('one')), devEui: devEuiOf(farm.deviceId('two')) },
  };
  if (Array.isArray(example)) return example.map((each) => filled(each, farm));
  if (typeof example !== 'object' || example === null) return example;
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, members[name] ?? filled(value, farm)]),
  );
}
