import { FixedClock } from '@furrow/kernel/testing';
import type { AddOutcome } from '../application/records/add-records.ts';
import type { ProductionTransactions } from '../application/ports.ts';
import type { ProductionSession, DraftOfWorker } from '../domain/index.ts';
import { aDraft, aSession, OPENED_AT } from './builders.ts';
import { aFarm, type Farm } from './farm.ts';
import { InMemoryProduction, MarkedSnapshots } from './in-memory-production.ts';

/** A farm over the in-memory fakes; its clock is an hour after the sessions were opened. */
export class Field {
  readonly clock = new FixedClock(new Date(OPENED_AT.getTime() + 3_600_000));
  readonly stale = new MarkedSnapshots();
  readonly production: InMemoryProduction;

  constructor(readonly farm: Farm = aFarm()) {
    this.production = new InMemoryProduction(farm);
  }

  /** Stores a session of the farm's owner in its first sector, in the state in which it was opened. */
  session(overrides: Parameters<typeof aSession>[0] = {}): Promise<ProductionSession> {
    return storedSession(this.production, this.farm, overrides);
  }

  /** A draft for one of the farm's workers. */
  draft(session: ProductionSession, overrides: Partial<DraftOfWorker> = {}): DraftOfWorker {
    return aDraft({ sessionId: session.id, workerId: this.farm.workers[0].id, ...overrides });
  }
}

export async function storedSession(
  transactions: ProductionTransactions,
  { companyId, owner, project, sectors }: Farm,
  overrides: Parameters<typeof aSession>[0] = {},
): Promise<ProductionSession> {
  const place = { projectId: project.projectId, sectorId: sectors[0].sectorId };
  const session = aSession({ companyId, owner, ...place, ...overrides });
  const inserted = await transactions.run(companyId, ({ sessions }) => sessions.insert(session));
  if (!inserted) throw new Error('Another session is open in this place');
  return session;
}

/** An outcome as a word: what became of a draft, or the code of its refusal. */
export function wordFor(outcome: AddOutcome): string {
  return outcome.kind === 'refused' ? outcome.error.code : outcome.kind;
}
