import { aPhoto, dataUrlOf } from '@furrow/media/testing';
import { keepSecret } from '@furrow/testbed';
import { type Answer, asJson, dataOf, type Json } from '../client.ts';
import { type AppliedIds, FarmBodies, type FarmFile } from '@furrow/testbed/farms';
import { DEVICES, type DeviceName, devEuiOf, deviceIdOf, farmFile } from './farm-file.ts';
import type { Stage } from './stage.ts';

const MOST_DRAFTS = 20;
const WEBHOOKS = '/api/control/webhooks';
const TOKEN_LIVES_MS = 5_000;
/** As many as one request makes. */
const LOGGED_EVENTS = 1_000;
/** Far enough in the past for clocks that differ. */
const OPENED_AGO_MS = 60_000;

/** A company with data of every kind, all of it marked. */
export class Farm extends FarmBodies {
  readonly #objects = new Set<string>();
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
    file: FarmFile,
    ids: AppliedIds,
    readonly tokensExpireAt: number,
  ) {
    super(file, ids);
  }

  /** @param mark its key, which every name of it contains */
  static async provision(stage: Stage, mark: string): Promise<Farm> {
    const expiresAt = new Date(Date.now() + TOKEN_LIVES_MS);
    const file = farmFile(mark, expiresAt.toISOString());
    const farm = new Farm(stage, file, await stage.operator.apply<AppliedIds>(file), expiresAt.getTime());
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

  /** Whether a request names something of the company. */
  owns(request: string): boolean {
    const euis = DEVICES.map((name) => devEuiOf(this.deviceId(name)));
    return [...this.secrets, ...this.#objects, ...euis].some((id) => request.includes(id));
  }

  /** The project and sector of the company's devices. */
  get north(): { readonly projectId: string; readonly sectorId: string } {
    return {
      projectId: this.ids.projects['north'] ?? '',
      sectorId: this.ids.sectors['north/s1'] ?? '',
    };
  }

  get mark(): string {
    return this.company.key;
  }

  /** As a farm file names it. */
  get company(): FarmFile['company'] {
    return this.file.company;
  }

  /** A key that no other request has. */
  override event(): string {
    return `${this.mark}-${super.event()}`;
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
    const deviceId = this.event();
    const { operator } = this.stage;
    await operator.ask('device', 'register', deviceId, '--company', this.mark, '--project', 'north');
    return deviceId;
  }

  /** The key id of a token that no other request uses. */
  async spareToken(): Promise<string> {
    const named = ['--company', this.mark, '--name', `spare ${this.event()}`];
    const scope = ['--scope', 'read:production'];
    return this.#own(await this.stage.operator.ask('token', 'issue', ...named, ...scope), 'keyId');
  }

  override sessionBody(): Json {
    const openedAt = new Date(Date.now() - OPENED_AGO_MS).toISOString();
    return super.sessionBody({ openedAt, notes: `Notes ${this.mark}` });
  }

  async openSession(): Promise<string> {
    return this.make('/api/control/production/sessions', this.sessionBody(), 'sessionId');
  }

  override recordBody(sessionId = this.session): Json {
    return super.recordBody(sessionId, this.worker, { units: 2, notes: `Bin ${this.mark}` });
  }

  /** An open shift. */
  shiftBody(): Json {
    const startedAt = new Date(Date.now() - OPENED_AGO_MS).toISOString();
    return {
      ...{ workerId: this.worker, projectId: this.ids.projects['north'], kind: 'piece', startedAt },
      ...{ clientEventId: this.event(), notes: `Shift ${this.mark}` },
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
    return this.#own(dataOf(made, `POST ${path}`), 'payRunId');
  }

  payLineBody(): Json {
    return {
      ...{ workerId: this.worker, day: '2030-01-07', amount: 5, reason: this.mark },
      clientEventId: this.event(),
    };
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
    if (made.status === 201) return this.#own(dataOf(made, `POST ${WEBHOOKS}`), 'webhookId');
    const all = dataOf(await this.send('ada', 'GET', WEBHOOKS), `GET ${WEBHOOKS}`) as unknown as Json[];
    return this.#own(all.at(-1) ?? {}, 'webhookId');
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

  /** Sends a request as one of the farm's users. */
  send(name: string, method: string, path: string, body?: object): Promise<Answer> {
    return this.stage.clients.api.send(asJson(method, path, this.as(name), body));
  }

  /** A treatment of a sector in which the run opens no session, so that it causes no warning. */
  treatmentBody(): Json {
    return {
      ...{ clientEventId: this.event(), projectId: this.ids.projects['south'] },
      ...{
        sectorIds: [this.ids.sectors['south/s40']],
        product: `Product ${this.mark}`,
        dose: 2,
        doseUnit: 'kg/ha',
      },
      ...{ startedAt: new Date(Date.now() - OPENED_AGO_MS).toISOString(), preHarvestDays: 7 },
    };
  }

  override workerBody(): Json {
    return super.workerBody({ last_name: this.mark, position: this.mark });
  }

  formBody(form: 'scout' | 'spray' = 'scout'): Json {
    return {
      ...{ formId: this.ids.forms[form], clientRecordId: this.event() },
      forced_location: this.north,
      values: { note: `Seen ${this.mark}`, ...(form === 'scout' && { moth: { value: 3, severity: 12 } }) },
      ...(form === 'spray' && { taskId: this.ids.tasks['anas'] }),
    };
  }

  /** Sends a request that must succeed, as Ana unless another user is named. */
  async ask(method: string, path: string, body?: object, name = 'ana'): Promise<Json> {
    return dataOf(await this.send(name, method, path, body), `${method} ${path}`);
  }

  /** Creates an object. @returns its id */
  async make(path: string, body: object, id: string, name?: string): Promise<string> {
    return this.#own(await this.ask('POST', path, body, name), id);
  }

  #own(data: Json, name: string): string {
    const id = idOf(data, name);
    this.#objects.add(id);
    return id;
  }

  async #settle(): Promise<void> {
    this.worker = await this.make('/api/control/workers', this.workerBody(), 'id');
    this.session = await this.openSession();
    this.record = await this.make('/api/control/production/records', this.recordBody(), 'recordId');
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
