import { DateRange, isId, nextLocalDate, type PageRequest, startOfLocalDate } from '@furrow/kernel';
import {
  Forbidden,
  ProjectNotFound,
  RecordNotFound,
  SectorNotFound,
  SectorNotInProject,
} from '@furrow/kernel/errors';
import type { Database, Transaction, TenantTransactions } from '@furrow/database';
import { ChangeFeed, type FeedPage, type FeedRequest } from '@furrow/journal';
import type {
  FormRecordPage,
  FormRecordQuery,
  FoundFormRecord,
  MediaStaging,
  OnRecords,
  RecordFilters,
  RecordQuestion,
} from '../../application/ports.ts';
import {
  type FormRecordView,
  type FormVersion,
  type KeptRecord,
  type Names,
  recordView,
} from '../../application/records/record-view.ts';
import { FormNotFound, type FormUser, readsRecordsOfAll, UserNotFound } from '../../domain/index.ts';
import {
  changedRecords,
  conditionsOf,
  everyRecord,
  FORM_RECORDS,
  metBy,
  ONE_RECORD,
  RECORD_CHANGES,
  type RecordScope,
} from './form-record-sql.ts';

const BATCH = 200;
const OTHERS_RECORDS = 'Only admins and agronomists read what others filled in.';

/** A company's projects and sectors by id. */
export interface FarmNames {
  readonly projects: ReadonlyMap<string, { readonly name: string; readonly timezone: string }>;
  readonly sectors: ReadonlyMap<string, { readonly name: string; readonly projectId: string }>;
}

/** What the list reads from other contexts, within its own transaction. */
export interface RecordListNeighbours {
  farm(tx: Transaction): Promise<FarmNames>;
  users(tx: Transaction, ids: readonly string[]): Promise<Names['users']>;
  /** The user with this id or idpId. */
  userId(tx: Transaction, user: string): Promise<string | undefined>;
  /** The time zone whose days are meant when a request concerns the whole company. */
  companyZone(tx: Transaction): Promise<string>;
}

export class TypeormFormRecordQuery implements FormRecordQuery {
  readonly #feed: ChangeFeed;
  readonly #changed: string;

  constructor(
    private readonly database: Database,
    private readonly media: MediaStaging,
    private readonly neighbours: RecordListNeighbours,
  ) {
    this.#feed = new ChangeFeed(database, RECORD_CHANGES);
    this.#changed = changedRecords(this.#feed.unchangedSince('changed.record_id', 'changed.xid'));
  }

  page(question: RecordQuestion, request: PageRequest): Promise<FormRecordPage> {
    return this.#reading(this.database, question, async (reading) => {
      const { items, total } = await FORM_RECORDS.page(reading.tx, request, conditionsOf(reading.scope));
      const records = await reading.views(items);
      return { records, total, versions: reading.versionsOf(records) };
    });
  }

  each(
    question: RecordQuestion,
    begin: (versions: readonly FormVersion[], timezone: string) => OnRecords,
  ): Promise<void> {
    return this.#reading(this.database.reads, question, async (reading) => {
      const onRecords = begin(reading.versions, await this.neighbours.companyZone(reading.tx));
      const { sql, parameters } = everyRecord(question.companyId, reading.scope);
      await reading.stream(sql, parameters, onRecords);
    });
  }

  async follow(
    question: RecordQuestion,
    request: FeedRequest,
    onRecords: OnRecords,
  ): Promise<FeedPage & { readonly versions: readonly FormVersion[] }> {
    const { companyId, filters } = question;
    const epoch = await this.#feed.epoch(companyId);
    const follow = async (reading: Reading) => {
      const { formId, authorId, projectId, sectorId } = reading.scope;
      // $1 to $4 belong to the feed.
      const { where, parameters } = metBy(reading.scope, [null, null, null, null]);
      const { changes, ...page } = await this.#feed.page(reading.tx, epoch, request, {
        question: [formId, authorId, filters.from, filters.to, projectId, sectorId],
        joins: `JOIN forms.records r ON r.company_id = c.company_id AND r.record_id = c.record_id AND ${where}`,
        where: '',
        parameters: parameters.slice(4),
      });
      const changed = [companyId, changes.map(({ id }) => id), changes.map(({ xid }) => xid)];
      const seen: Pick<FormRecordView, 'formVersion'>[] = [];
      await reading.stream(this.#changed, changed, (records) => {
        seen.push(...records.map(({ formVersion }) => ({ formVersion })));
        return onRecords(records);
      });
      return { ...page, versions: reading.versionsOf(seen) };
    };
    const inEpoch: TenantTransactions = {
      tenant: (company, work) => this.database.reads.tenant(company, work, epoch.epoch),
    };
    return this.#reading(inEpoch, question, follow);
  }

  find(companyId: string, user: FormUser, recordId: string): Promise<FoundFormRecord> {
    return this.database.tenant(companyId, async (tx) => {
      const [record] = isId(recordId) ? await tx.query<KeptRecord>(ONE_RECORD, [companyId, recordId]) : [];
      if (record === undefined) throw new RecordNotFound();
      if (record.userId !== user.userId && !readsRecordsOfAll(user)) throw new Forbidden(OTHERS_RECORDS);
      const versions = await versionsOf(tx, record.formId);
      const scope = { formId: record.formId, ...WHICHEVER };
      const reading = new Reading(
        tx,
        scope,
        versions,
        await this.neighbours.farm(tx),
        this.neighbours,
        this.media,
      );
      const records = await reading.views([record]);
      return { record: records[0] as FormRecordView, versions: reading.versionsOf(records) };
    });
  }

  /** @throws InvalidDateRange, then FormNotFound, then as `#scopeOf` */
  #reading<T>(
    transactions: TenantTransactions,
    question: RecordQuestion,
    work: (reading: Reading) => Promise<T>,
  ): Promise<T> {
    const { companyId, user, formId, filters } = question;
    DateRange.checkOrder(filters.from, filters.to);
    return transactions.tenant(companyId, async (tx) => {
      const versions = isId(formId) ? await versionsOf(tx, formId) : [];
      if (versions.length === 0) throw new FormNotFound();
      const farm = await this.neighbours.farm(tx);
      const scope = await this.#scopeOf(tx, formId.toLowerCase(), farm, user, filters);
      return work(new Reading(tx, scope, versions, farm, this.neighbours, this.media));
    });
  }

  /** @throws ProjectNotFound | SectorNotFound | SectorNotInProject | UserNotFound | Forbidden */
  async #scopeOf(
    tx: Transaction,
    formId: string,
    farm: FarmNames,
    user: FormUser,
    filters: RecordFilters,
  ): Promise<RecordScope> {
    const projectId = filters.projectId?.toLowerCase() ?? null;
    const sectorId = filters.sectorId?.toLowerCase() ?? null;
    if (projectId !== null && !farm.projects.has(projectId)) throw new ProjectNotFound();
    const sector = sectorId === null ? null : farm.sectors.get(sectorId);
    if (sector === undefined) throw new SectorNotFound();
    if (sector && projectId !== null && sector.projectId !== projectId) throw new SectorNotInProject();
    const authorId = await this.#authorOf(tx, user, filters.user);
    const days = { from: filters.from, to: filters.to };
    if (days.from === null && days.to === null)
      return { formId, authorId, from: null, before: null, projectId, sectorId };
    const place = farm.projects.get(projectId ?? sector?.projectId ?? '');
    const zone = place?.timezone ?? (await this.neighbours.companyZone(tx));
    return {
      ...{ formId, authorId, projectId, sectorId },
      from: days.from && startOfLocalDate(days.from, zone),
      before: days.to && startOfLocalDate(nextLocalDate(days.to), zone),
    };
  }

  /** @throws UserNotFound | Forbidden */
  async #authorOf(tx: Transaction, user: FormUser, asked: string | null): Promise<string | null> {
    if (!readsRecordsOfAll(user)) {
      const isOwn =
        asked === null || [user.userId, user.idpId].includes(isId(asked) ? asked.toLowerCase() : asked);
      if (!isOwn) throw new Forbidden(OTHERS_RECORDS);
      return user.userId;
    }
    if (asked === null) return null;
    const found = await this.neighbours.userId(tx, asked);
    if (found === undefined) throw new UserNotFound();
    return found;
  }
}

const WHICHEVER = { authorId: null, from: null, before: null, projectId: null, sectorId: null };

function versionsOf(tx: Transaction, formId: string): Promise<FormVersion[]> {
  return tx.query<FormVersion>(
    'SELECT version, fields FROM forms.form_versions WHERE company_id = $1 AND form_id = $2 ORDER BY version',
    [tx.companyId, formId],
  );
}

/** A transaction that reads records of one form. */
class Reading {
  readonly #users = new Map<string, { readonly idpId: string; readonly name: string }>();
  readonly #fields: ReadonlyMap<number, FormVersion['fields']>;

  constructor(
    readonly tx: Transaction,
    readonly scope: RecordScope,
    readonly versions: readonly FormVersion[],
    private readonly farm: FarmNames,
    private readonly neighbours: RecordListNeighbours,
    private readonly media: MediaStaging,
  ) {
    this.#fields = new Map(versions.map(({ version, fields }) => [version, fields]));
  }

  async stream(sql: string, parameters: readonly unknown[], onRecords: OnRecords): Promise<void> {
    for await (const records of this.tx.batches<KeptRecord>(sql, parameters, BATCH))
      await onRecords(await this.views(records));
  }

  async views(records: readonly KeptRecord[]): Promise<FormRecordView[]> {
    const unknown = new Set(records.map(({ userId }) => userId).filter((id) => !this.#users.has(id)));
    if (unknown.size > 0)
      for (const [id, user] of await this.neighbours.users(this.tx, [...unknown])) this.#users.set(id, user);
    const names = { users: this.#users, ...this.farm };
    return Promise.all(
      records.map(async (record) => {
        const urls = await Promise.all(record.media.map(({ key }) => this.media.urlOf(key)));
        return recordView(record, this.#fields.get(record.formVersion) ?? [], names, urls);
      }),
    );
  }

  /** The versions that these records were filled in with. */
  versionsOf(records: readonly Pick<FormRecordView, 'formVersion'>[]): FormVersion[] {
    const had = new Set(records.map(({ formVersion }) => formVersion));
    return this.versions.filter(({ version }) => had.has(version));
  }
}
