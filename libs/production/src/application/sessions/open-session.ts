import { createHash } from 'node:crypto';
import { type Clock, Decimal, textOrder } from '@furrow/kernel';
import {
  IdempotencyKeyReused,
  ProjectNotFound,
  SectorNotFound,
  SectorNotInProject,
} from '@furrow/kernel/errors';
import {
  amountOf,
  type Bonus,
  checkGuard,
  newSessionId,
  NO_MOVEMENTS,
  type Owner,
  ProductionSession,
  SessionAlreadyOpen,
  type SessionDetails,
  warningsUnder,
} from '../../domain/index.ts';
import type {
  ProductionRepositories,
  ProductionTransactions,
  Project,
  Sector,
  SectorToPick,
} from '../ports.ts';
import { decimalsIn } from '../prices/session-amounts.ts';
import { shown, type ShownSession } from './shown-session.ts';

/** Omitted values default to the project's settings. Money is exact decimal text. */
export interface OpenSessionInput extends SessionDetails {
  readonly projectId: string;
  readonly sectorId: string;
  readonly openedAt: Date;
  readonly samplingUnit: string | null;
  readonly pricePerUnit: string | null;
  readonly bonus: Bonus | null;
  readonly maxDurationHours: number | null;
  readonly notes: string | null;
  /** The phone's own name for the session; sending it again answers the first session. */
  readonly localId: string | null;
  /** Why it is opened although the sector is not clear. */
  readonly overrideReason: string | null;
}

export interface OpenedSession extends ShownSession {
  readonly created: boolean;
}

/** Opens a session. Of several concurrent attempts in one place exactly one succeeds. */
export class OpenSession {
  constructor(
    private readonly transactions: ProductionTransactions,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws ProjectNotFound | SectorNotFound | SectorNotInProject
   * @throws IdempotencyKeyReused if the `localId` was used with other content
   * @throws OpenedInFuture | HarvestHeldBack | SessionAlreadyOpen
   */
  execute(companyId: string, owner: Owner, input: OpenSessionInput): Promise<OpenedSession> {
    return this.transactions.run(companyId, async (repositories) => {
      const { project, sector } = await placeOf(repositories, input);
      const fingerprint = fingerprintOf(input, project, sector);
      const repeated = await this.#openedBefore(repositories, owner, input.localId, fingerprint);
      if (repeated) return repeated;
      if (!project.active) throw new ProjectNotFound();
      if (!sector.active) throw new SectorNotFound();

      const session = this.#open(companyId, owner, input, project, sector, fingerprint);
      const warnings = warningsUnder(project.harvestGuard, sector.warningsFor(session));
      checkGuard(project.harvestGuard, warnings, input, this.clock.now());
      await this.#makeRoom(repositories, session);
      if (await repositories.sessions.insert(session))
        return {
          ...{ session, sums: NO_MOVEMENTS, possibleRepeats: 0, warnings, created: true },
          amount: await amountOfNew(repositories, session),
        };

      // Another request was first: the same one sent twice at once, or another session in the same place.
      const twin = await this.#openedBefore(repositories, owner, input.localId, fingerprint);
      if (twin) return twin;
      const existing = await repositories.sessions.openIn(session.state);
      throw new SessionAlreadyOpen(existing?.owner.userId === owner.userId ? existing.id : undefined);
    });
  }

  /** Closes a lapsed session of this place as the sweep would have, which makes its quality breakdown final. */
  async #makeRoom(repositories: ProductionRepositories, session: ProductionSession): Promise<void> {
    const now = this.clock.now();
    const closed = await repositories.sessions.closeLapsedIn(session.state, now);
    if (closed.length > 0) await repositories.snapshots.refresh(closed, now);
  }

  async #openedBefore(
    repositories: ProductionRepositories,
    owner: Owner,
    localId: string | null,
    fingerprint: string,
  ): Promise<OpenedSession | undefined> {
    if (localId === null) return undefined;
    const session = await repositories.sessions.byLocalId(owner.userId, localId);
    if (!session) return undefined;
    if (session.state.fingerprint !== fingerprint) throw new IdempotencyKeyReused('localId');
    return { ...(await shown(repositories, session)), created: false };
  }

  #open(
    companyId: string,
    owner: Owner,
    { maxDurationHours, samplingUnit, pricePerUnit, bonus, notes, ...facts }: OpenSessionInput,
    project: Project,
    sector: Sector,
    fingerprint: string,
  ): ProductionSession {
    const now = this.clock.now();
    return ProductionSession.open(
      {
        sessionId: newSessionId(),
        ...facts,
        companyId,
        projectId: project.projectId,
        sectorId: sector.sectorId,
        sectorName: sector.name,
        crop: sector.crop,
        variety: sector.variety,
        timezone: project.timezone,
        owner,
        createdAt: now,
        syncGraceHours: project.syncGraceHours,
        repeatSeconds: project.repeatSeconds,
        fingerprint,
      },
      {
        maxDurationHours: maxDurationHours ?? project.maxDurationHours,
        samplingUnit: samplingUnit ?? project.samplingUnit,
        pricePerUnit: pricePerUnit ?? project.pricePerUnit,
        followsPrices: pricePerUnit === null,
        bonus,
        notes,
      },
      now,
    );
  }
}

/** Without a bonus it amounts to nothing yet, in any currency. */
async function amountOfNew(repositories: ProductionRepositories, { state }: ProductionSession) {
  const { pricePerUnit, bonus } = state;
  return amountOf('0', pricePerUnit, bonus, bonus === null ? 0 : await decimalsIn(repositories));
}

async function placeOf(
  repositories: ProductionRepositories,
  input: OpenSessionInput,
): Promise<{ project: Project; sector: SectorToPick }> {
  const project = await repositories.projects.project(input.projectId);
  if (!project) throw new ProjectNotFound();
  const sector = await repositories.projects.sectorToPick(input.sectorId, input.openedAt);
  if (!sector) throw new SectorNotFound();
  if (sector.projectId !== project.projectId) throw new SectorNotInProject();
  return { project, sector };
}

/** The members that every version has included, null or not. */
const ALWAYS_INCLUDED: ReadonlySet<string> = new Set<keyof OpenSessionInput>([
  ...([
    'projectId',
    'sectorId',
    'openedAt',
    'samplingUnit',
    'pricePerUnit',
    'bonus',
    'maxDurationHours',
  ] as const),
  ...(['notes', 'localId', 'harvestUnitId', 'harvestLotCode', 'licensePlate', 'driverName'] as const),
]);

/**
 * Equal for equal content, however its ids, instant and price were written. Members that earlier versions did not know
 * are included only if given, so that a phone may repeat a request that it first sent to an earlier version.
 */
function fingerprintOf(input: OpenSessionInput, { projectId }: Project, { sectorId }: Sector): string {
  const openedAt = input.openedAt.toISOString();
  const pricePerUnit = input.pricePerUnit === null ? null : new Decimal(input.pricePerUnit).toFixed();
  const content = Object.entries({ ...input, projectId, sectorId, openedAt, pricePerUnit }).filter(
    ([name, value]) => value !== null || ALWAYS_INCLUDED.has(name),
  );
  content.sort(([a], [b]) => textOrder(a, b));
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url');
}
