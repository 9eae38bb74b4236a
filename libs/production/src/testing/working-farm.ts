import type { LocalDate } from '@furrow/kernel';
import { FixedClock } from '@furrow/kernel/testing';
import { settled } from '@furrow/journal/testing';
import { type AddOutcome, AddRecords } from '../application/records/add-records.ts';
import { CloseSession } from '../application/sessions/close-session.ts';
import { GetSession } from '../application/sessions/get-session.ts';
import type { HarvestFeedScope } from '../application/ports.ts';
import { OpenSession, type OpenSessionInput } from '../application/sessions/open-session.ts';
import { VoidRecord } from '../application/records/void-record.ts';
import type {
  DraftOfWorker,
  MovementSums,
  Owner,
  ProductionSession,
  RecordDraft,
  RecordState,
} from '../domain/index.ts';
import { aDraft, anOpening, type aSession, OPENED_AT } from './builders.ts';
import type { Farm } from './farm.ts';
import { storedSession } from './field.ts';
import { MarkedSnapshots } from './in-memory-production.ts';
import type { ProductionOnPostgres } from './production-on-postgres.ts';
import type { Tally } from './recount.ts';

/** The members of a session of the harvest report that tests read. Units are numbers, as in JSON. */
export interface ReportedSession {
  readonly sessionId: string;
  readonly totalUnits: number;
  readonly workerCount: number;
  readonly needsRecalc: boolean;
  readonly qualityBreakdownAt: string | null;
  readonly qualityBreakdown: {
    qualityId: string | null;
    qualityName: string | null;
    units: number;
    percent: number;
  }[];
  readonly workers: {
    workerId: string;
    worker_name: string;
    validUnits: number;
    netUnits: number;
    recordCount: number;
    voidedCount: number;
    qualityBreakdown: {
      qualityId: string | null;
      qualityName: string | null;
      validUnits: number;
      recordCount: number;
    }[];
  }[];
  readonly [member: string]: unknown;
}

const EVER = { start: '2000-01-01' as LocalDate, end: '2100-01-01' as LocalDate };

/** A farm on PostgreSQL, driven through the use cases. Its clock is an hour after the opening. */
export class WorkingFarm {
  readonly clock = new FixedClock(new Date(OPENED_AT.getTime() + 3_600_000));
  readonly stale = new MarkedSnapshots();

  private constructor(
    readonly production: ProductionOnPostgres,
    readonly farm: Farm,
  ) {}

  static async start(production: ProductionOnPostgres): Promise<WorkingFarm> {
    return new WorkingFarm(production, await production.newFarm());
  }

  session(overrides: Parameters<typeof aSession>[0] = {}): Promise<ProductionSession> {
    return storedSession(this.production.transactions, this.farm, overrides);
  }

  draft(session: ProductionSession, overrides: Partial<DraftOfWorker> = {}): DraftOfWorker {
    return aDraft({ sessionId: session.id, workerId: this.farm.workers[0].id, ...overrides });
  }

  async open(overrides: Partial<OpenSessionInput> = {}, owner: Owner = this.farm.owner) {
    const { project, sectors, companyId } = this.farm;
    const input = anOpening({ projectId: project.projectId, sectorId: sectors[0].sectorId, ...overrides });
    return new OpenSession(this.production.transactions, this.clock).execute(companyId, owner, input);
  }

  add(...drafts: RecordDraft[]): Promise<AddOutcome[]> {
    const { companyId, owner } = this.farm;
    return new AddRecords(this.production.transactions, this.clock, this.stale).execute(
      companyId,
      owner,
      drafts,
    );
  }

  async void(recordId: string): Promise<RecordState> {
    const { companyId, owner } = this.farm;
    const voidRecord = new VoidRecord(this.production.transactions, this.clock, this.stale);
    return (await voidRecord.execute(companyId, { ...owner, voidsPaid: false }, { recordId, reason: null }))
      .state;
  }

  close(session: ProductionSession) {
    const { companyId, owner } = this.farm;
    const close = new CloseSession(this.production.transactions, this.clock);
    return close.execute(companyId, owner.userId, { sessionId: session.id, finalNotes: null });
  }

  async sums(session: ProductionSession): Promise<MovementSums> {
    const { companyId, owner } = this.farm;
    return (await new GetSession(this.production.transactions).execute(companyId, owner.userId, session.id))
      .sums;
  }

  async refreshSnapshot(session: ProductionSession): Promise<void> {
    const key = { companyId: this.farm.companyId, sessionId: session.id };
    await this.production.maintenance.refreshSnapshots([key], this.clock.now());
  }

  /** The report of all days, or of those that the query selects. */
  async harvest(
    query: { projectId?: string; sectorId?: string; ownerUserId?: string; start?: string; end?: string } = {},
  ): Promise<ReportedSession[]> {
    const { projectId = null, sectorId = null, ownerUserId = null, ...days } = query;
    const range = { ...EVER, ...days } as typeof EVER;
    const sessions: ReportedSession[] = [];
    const { companyId } = this.farm;
    await this.production.harvest.read(
      { companyId, projectId, sectorId, ownerUserId, ...range, now: this.clock.now() },
      async (batch) => {
        sessions.push(...batch.map((text) => JSON.parse(text) as ReportedSession));
      },
    );
    return sessions;
  }

  async reported(session: ProductionSession): Promise<ReportedSession> {
    const found = (await this.harvest()).find(({ sessionId }) => sessionId === session.id);
    if (!found) throw new Error('The report leaves the session out');
    return found;
  }

  /** Follows the feed page by page until it is empty. */
  async follow(
    from: { cursor?: string; since?: Date },
    { limit = 100, ...filters }: Partial<HarvestFeedScope> = {},
  ): Promise<{ sessions: ReportedSession[]; cursor: string }> {
    const sessions: ReportedSession[] = [];
    const { companyId } = this.farm;
    for (let cursor = from.cursor ?? null; ;) {
      const page = await this.production.harvest.follow(
        {
          ...{ companyId, start: null, end: null, now: this.clock.now() },
          ...{ projectId: null, sectorId: null, ownerUserId: null },
          ...{ since: from.since ?? null, ...filters, cursor, limit },
        },
        async (batch) => {
          sessions.push(...batch.map((text) => JSON.parse(text) as ReportedSession));
        },
      );
      cursor = page.nextCursor;
      if (!page.hasMore) return { sessions, cursor };
    }
  }

  /** Waits until earlier changes are visible to the feed. */
  settled(): Promise<void> {
    return settled(this.production.database, this.farm.companyId);
  }

  /** A container of any units. */
  async crates(): Promise<void> {
    const open = { units: null, tare: null, min: null, max: null, active: true };
    await this.production.transactions.run(this.farm.companyId, ({ containers }) =>
      containers.save([{ key: 'crate', name: 'Crate', unit: 'kg', ...open }]),
    );
  }

  query<Row extends object>(sql: string): Promise<Row[]> {
    return this.production.database.tenant(this.farm.companyId, (tx) => tx.query<Row>(sql));
  }

  /** The company's records as they are stored. */
  records(): Promise<RecordState[]> {
    return this.query(
      `SELECT record_id AS "recordId", session_id AS "sessionId", worker_id AS "workerId", quality_id AS "qualityId", units,
              kind, container, client_event_id AS "clientEventId", voids_record_id AS "voidsRecordId",
              voided_at AS "voidedAt", shares
       FROM production.records`,
    );
  }

  /** The company's tallies as they are stored, ordered as `talliesOf` orders them. */
  tallies(): Promise<Tally[]> {
    return this.query(
      `SELECT session_id AS "sessionId", worker_id AS "workerId", quality_id AS "qualityId",
              trim_scale(units_added - units_voided)::text AS "validUnits", record_count AS "recordCount",
              voided_count AS "voidedCount"
       FROM production.tallies ORDER BY session_id, worker_id, quality_id`,
    );
  }
}
