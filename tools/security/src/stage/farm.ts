import { aPhoto, dataUrlOf } from '@furrow/media/testing';
import { keepSecret } from '@furrow/testbed';
import { type Answer, asJson, dataOf, type Json } from '../client.ts';
import { type DeviceName, deviceIdOf, farmFile, idpIdOf, newMark } from './farm-file.ts';
import type { Stage } from './stage.ts';

/** The output of `furrow apply`. */
interface Applied {
  readonly companyId: string;
  readonly users: Readonly<Record<string, string>>;
  readonly projects: Readonly<Record<string, string>>;
  readonly sectors: Readonly<Record<string, string>>;
  readonly qualities: Readonly<Record<string, string>>;
  readonly forms: Readonly<Record<string, string>>;
  readonly tasks: Readonly<Record<string, string>>;
  readonly apiTokens: Readonly<Record<string, { readonly keyId: string; readonly credential: string }>>;
  readonly devices: Readonly<Record<string, { readonly deviceSecret: string }>>;
}

const MOST_DRAFTS = 20;
const WEBHOOKS = '/api/control/webhooks';
const TOKEN_LIVES_MS = 5_000;
/** As many as one request makes. */
const LOGGED_EVENTS = 1_000;
/** Far enough in the past for clocks that differ. */
const OPENED_AGO_MS = 60_000;

/** A company with data of every kind, all of it marked. */
export class Farm {
  #sectors = 0;
  #events = 0;
  #webhook = '';
  /** Ana's. */
  session = '';
  record = '';
  worker = '';
  formRecord = '';
  /** The path under which a photo of a form is served. */
  photo = '';
  otherPhoto = '';

  private constructor(
    readonly stage: Stage,
    readonly key: string,
    readonly mark: string,
    readonly ids: Applied,
    readonly tokensExpireAt: number,
  ) {}

  static async provision(stage: Stage, key: string): Promise<Farm> {
    const mark = newMark(key);
    const expiresAt = new Date(Date.now() + TOKEN_LIVES_MS);
    const ids = await stage.operator.apply<Applied>(farmFile(key, mark, expiresAt.toISOString()));
    const farm = new Farm(stage, key, mark, ids, expiresAt.getTime());
    await farm.#settle();
    return farm;
  }

  /** What nobody of another company may read: the mark in every name and text, and the ids. */
  get secrets(): string[] {
    const { companyId, users, projects, sectors, qualities, forms, tasks, apiTokens } = this.ids;
    const ids = [users, projects, sectors, qualities, forms, tasks].flatMap((each) => Object.values(each));
    const keys = Object.values(apiTokens).map(({ keyId }) => keyId);
    return [
      this.mark,
      companyId,
      ...ids,
      ...keys,
      this.session,
      this.record,
      this.worker,
      this.formRecord,
    ].filter((id) => id !== '');
  }

  idpId(name: string): string {
    return idpIdOf(this.mark, name);
  }

  as(name: string): Record<string, string> {
    return { authorization: `Bearer ${keepSecret(this.stage.issuers.user.jwt(this.idpId(name)))}` };
  }

  credential(token: string): string {
    return this.ids.apiTokens[token]?.credential ?? '';
  }

  deviceId(name: DeviceName): string {
    return deviceIdOf(this.mark, name);
  }

  deviceSecret(name: DeviceName): string {
    return this.ids.devices[this.deviceId(name)]?.deviceSecret ?? '';
  }

  /** A device that no other request uses. */
  async spareDevice(): Promise<string> {
    const deviceId = `${this.mark}-spare-${++this.#events}`;
    const { operator } = this.stage;
    await operator.ask('device', 'register', deviceId, '--company', this.key, '--project', 'north');
    return deviceId;
  }

  /** The key id of a token that no other request uses. */
  async spareToken(): Promise<string> {
    const named = ['--company', this.key, '--name', `spare ${this.mark} ${++this.#events}`];
    const scope = ['--scope', 'read:production'];
    return (await this.stage.operator.ask<{ keyId: string }>('token', 'issue', ...named, ...scope)).keyId;
  }

  /** A sector without an open session. */
  place(): { projectId: string; sectorId: string; sector_name: string } {
    const next = this.#sectors++;
    const project = next < 40 ? 'north' : 'south';
    const sectorId = this.ids.sectors[`${project}/s${next % 40}`] ?? '';
    return {
      projectId: this.ids.projects[project] ?? '',
      sectorId,
      sector_name: `Sector ${next} ${this.mark}`,
    };
  }

  sessionBody(): Json {
    const openedAt = new Date(Date.now() - OPENED_AGO_MS).toISOString();
    return { ...this.place(), openedAt, notes: `Notes ${this.mark}` };
  }

  async openSession(): Promise<string> {
    return idOf(await this.ask('POST', '/api/control/production/sessions', this.sessionBody()), 'sessionId');
  }

  recordBody(sessionId = this.session): Json {
    const clientEventId = `${this.mark}-${++this.#events}`;
    return { sessionId, workerId: this.worker, units: 2, clientEventId, notes: `Bin ${this.mark}` };
  }

  async addRecord(): Promise<string> {
    return idOf(await this.ask('POST', '/api/control/production/records', this.recordBody()), 'recordId');
  }

  /** An open shift. */
  shiftBody(): Json {
    const startedAt = new Date(Date.now() - OPENED_AGO_MS).toISOString();
    return {
      ...{ workerId: this.worker, projectId: this.ids.projects['north'], kind: 'piece', startedAt },
      ...{ clientEventId: `${this.mark}-${++this.#events}`, notes: `Shift ${this.mark}` },
    };
  }

  /** Deletes the oldest draft of the run's other requests if the company has as many as it may have. */
  async roomForDraft(): Promise<void> {
    const path = '/api/control/pay-runs';
    const list = `${path}?statements=false&pageSize=100`;
    const runs = dataOf(await this.send('ada', 'GET', list), `GET ${list}`) as unknown as Json[];
    const drafts = runs.filter(({ status }) => status === 'draft').map((run) => idOf(run, 'payRunId'));
    // Ids are in the order of time.
    if (drafts.length >= MOST_DRAFTS) await this.send('ada', 'DELETE', `${path}/${drafts.toSorted()[0]}`);
  }

  /** Called as Ada, the only user who may. Other requests of the run may take the room at the same time. */
  async openPayRun(days: object): Promise<string> {
    const path = '/api/control/pay-runs';
    let made = await this.send('ada', 'POST', path, days);
    for (let tries = 1; made.status === 409 && tries < MOST_DRAFTS; tries++) {
      await this.roomForDraft();
      made = await this.send('ada', 'POST', path, days);
    }
    return idOf(dataOf(made, `POST ${path}`), 'payRunId');
  }

  payLineBody(): Json {
    return {
      ...{ workerId: this.worker, day: '2030-01-07', amount: 5, reason: this.mark },
      clientEventId: `${this.mark}-line-${++this.#events}`,
    };
  }

  /** Called as Ada, the only user who may. */
  async addPayLine(): Promise<string> {
    const body = this.payLineBody();
    return idOf(await this.ask('POST', '/api/control/pay-lines', body, 'ada'), 'payLineId');
  }

  /**
   * A webhook that no other request uses and that sends nothing outside this machine. Removes the last one first when
   * the company is at its limit.
   */
  async spareWebhook(): Promise<string> {
    const made = await this.send('ada', 'POST', WEBHOOKS, {
      ...{ url: `${this.stage.receiverUrl}/${this.mark}`, events: ['pay_run.frozen'] },
      description: `Webhook ${this.mark}`,
    });
    if (made.status === 201) return idOf(dataOf(made, `POST ${WEBHOOKS}`), 'webhookId');
    const all = dataOf(await this.send('ada', 'GET', WEBHOOKS), `GET ${WEBHOOKS}`) as unknown as Json[];
    return idOf(all.at(-1) ?? {}, 'webhookId');
  }

  /** Other requests of the run may pause or remove it, so a new one is created then. */
  async activeWebhook(): Promise<string> {
    const path = `${WEBHOOKS}/${this.#webhook}`;
    const { status } = await this.send('ada', 'PATCH', path, { status: 'active' });
    if (status !== 200) this.#webhook = await this.spareWebhook();
    return this.#webhook;
  }

  /** Many events, and a webhook that gets them. */
  async fillEventLog(): Promise<void> {
    const path = `${WEBHOOKS}/${await this.activeWebhook()}`;
    await this.ask('PATCH', path, { events: ['shift.recorded', 'records.added'] }, 'ada');
    const shifts = Array.from({ length: LOGGED_EVENTS }, () => this.shiftBody());
    await this.ask('POST', '/api/control/shifts/bulk', { shifts });
  }

  async sendTestEvent(): Promise<{ webhookId: string; deliveryId: string }> {
    const webhookId = await this.activeWebhook();
    const path = `${WEBHOOKS}/${webhookId}/test`;
    return { webhookId, deliveryId: idOf(dataOf(await this.send('ada', 'POST', path), path), 'deliveryId') };
  }

  /** Sends a request as one of the farm's users. */
  send(name: string, method: string, path: string, body?: object): Promise<Answer> {
    return this.stage.clients.api.send(asJson(method, path, this.as(name), body));
  }

  async addShift(): Promise<string> {
    return idOf(await this.ask('POST', '/api/control/shifts', this.shiftBody()), 'shiftId');
  }

  /** A treatment of a sector in which the run opens no session, so that it causes no warning. */
  treatmentBody(): Json {
    return {
      ...{ clientEventId: `${this.mark}-${++this.#events}`, projectId: this.ids.projects['south'] },
      ...{
        sectorIds: [this.ids.sectors['south/s39']],
        product: `Product ${this.mark}`,
        dose: 2,
        doseUnit: 'kg/ha',
      },
      ...{ startedAt: new Date(Date.now() - OPENED_AGO_MS).toISOString(), preHarvestDays: 7 },
    };
  }

  async recordTreatment(): Promise<string> {
    return idOf(await this.ask('POST', '/api/control/treatments', this.treatmentBody()), 'treatmentId');
  }

  workerBody(): Json {
    return {
      ...{ first_name: `Worker ${letters(++this.#events)}`, last_name: this.mark, hire_date: '2025-03-15' },
      ...{ position: this.mark, employment_type: 'seasonal', status: 'active' },
    };
  }

  formBody(form: 'scout' | 'spray' = 'scout'): Json {
    return {
      ...{ formId: this.ids.forms[form], clientRecordId: `${this.mark}-${++this.#events}` },
      forced_location: { projectId: this.ids.projects['north'], sectorId: this.ids.sectors['north/s0'] },
      values: { note: `Seen ${this.mark}`, ...(form === 'scout' && { moth: { value: 3, severity: 12 } }) },
      ...(form === 'spray' && { taskId: this.ids.tasks['anas'] }),
    };
  }

  /** Sends a request that must succeed, as Ana unless another user is named. */
  async ask(method: string, path: string, body?: object, name = 'ana'): Promise<Json> {
    return dataOf(await this.send(name, method, path, body), `${method} ${path}`);
  }

  async #settle(): Promise<void> {
    this.worker = idOf(await this.ask('POST', '/api/control/workers', this.workerBody()), 'id');
    this.session = await this.openSession();
    this.record = await this.addRecord();
    const picture = { field: 'picture', data: dataUrlOf(await aPhoto()) };
    [this.photo, this.otherPhoto] = await Promise.all([this.#submit(picture), this.#submit(picture)]);
  }

  async #submit(picture: object): Promise<string> {
    const body = { ...this.formBody(), media: [picture] };
    const { recordId, media } = await this.ask('POST', '/api/control/forms/record', body);
    this.formRecord = String(recordId);
    const { pathname, search, searchParams } = new URL((media as { url: string }[])[0]?.url ?? '');
    keepSecret(searchParams.get('signature') ?? '');
    return pathname + search;
  }
}

const idOf = (data: Json, name: string): string => String(data[name]);

/** Names consist of letters: 1 → A, 27 → AA. */
function letters(count: number): string {
  const rest = Math.floor((count - 1) / 26);
  return (rest > 0 ? letters(rest) : '') + String.fromCharCode(65 + ((count - 1) % 26));
}
