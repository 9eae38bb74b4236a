import { expect } from '@jest/globals';
import { newId } from '@furrow/kernel';
import type {
  ProductionRepositories,
  ProductionTransactions,
  SessionMaintenance,
} from '../../application/ports.ts';
import { newRecordId, ProductionRecord, type ProductionSession } from '../../domain/index.ts';
import { aDraft, aSession, OPENED_AT } from '../builders.ts';
import type { Farm } from '../farm.ts';

export const HOUR = 3_600_000;
export const hoursLater = (hours: number) => new Date(OPENED_AT.getTime() + hours * HOUR);
export const LAPSED = hoursLater(12 + 48); // 12 hours of work and 48 of grace
export const NOWHERE = ['no id at all', newId()];

export const idsOf = (records: readonly ProductionRecord[]) =>
  records.map(({ state }) => state.recordId).sort();

/** All ports of production, as one implementation provides them. */
export interface ProductionPorts {
  readonly transactions: ProductionTransactions;
  readonly maintenance: SessionMaintenance;
  /** A new company with its projects, sectors, workers and qualities. */
  newFarm(): Promise<Farm>;
  /** How many movements the session's quality snapshot includes; 0 without a snapshot. */
  movementsSeen(companyId: string, sessionId: string): Promise<number>;
  close(): Promise<void>;
}

/** Two new companies in the stores under test, and short ways to put sessions and records there. */
export class ContractFarms {
  ports!: ProductionPorts;
  own!: Farm;
  other!: Farm;

  readonly run = <T>(work: (repositories: ProductionRepositories) => Promise<T>, at = this.own): Promise<T> =>
    this.ports.transactions.run(at.companyId, work);

  readonly find = (sessionId: string, at = this.own) =>
    this.run(({ sessions }) => sessions.find(sessionId), at);

  readonly add = (...records: ProductionRecord[]) =>
    this.run((repositories) => repositories.records.add(records));

  async renew(): Promise<void> {
    [this.own, this.other] = [await this.ports.newFarm(), await this.ports.newFarm()];
  }

  readonly sessionOn = (at: Farm, overrides: Parameters<typeof aSession>[0] = {}): ProductionSession => {
    const { companyId, owner, project, sectors } = at;
    const place = { projectId: project.projectId, sectorId: sectors[0].sectorId };
    return aSession({ companyId, owner, ...place, ...overrides });
  };

  readonly stored = async (
    overrides: Parameters<typeof aSession>[0] = {},
    at = this.own,
  ): Promise<ProductionSession> => {
    const session = this.sessionOn(at, overrides);
    expect(await this.run(({ sessions }) => sessions.insert(session), at)).toBe(true);
    return session;
  };

  readonly recordIn = (
    session: ProductionSession,
    overrides: Parameters<typeof aDraft>[0] = {},
  ): ProductionRecord => {
    const [worker] = this.own.workers;
    const quality = this.own.qualities.find(({ id }) => id === overrides.qualityId)?.name ?? null;
    return ProductionRecord.add(
      aDraft({ sessionId: session.id, workerId: worker.id, ...overrides }),
      { worker: worker.name, quality },
      { recordId: newRecordId(), by: session.owner.userId, at: OPENED_AT },
    );
  };

  readonly voiding = (record: ProductionRecord, reason: string | null = null) =>
    record.void(reason, { recordId: newRecordId(), by: this.own.owner.userId, at: hoursLater(1) });
}
