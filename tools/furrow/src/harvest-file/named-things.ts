import { type ProjectListing, wireAgronomyIn } from '@furrow/agronomy';
import { type Clock, DomainError, newId } from '@furrow/kernel';
import type { Database, Transaction } from '@furrow/database';
import { type PastHarvest, QualityDirectory, wireProductionIn } from '@furrow/production';
import { Roster, type Unlisted, wireWorkforceIn, WorkerDirectory } from '@furrow/workforce';
import { reasonOf } from '../failure.ts';
import type { HarvestLine, LineProblem } from './harvest-line.ts';
import { NameIndex } from './name-index.ts';

/** Names in the file that the company did not have. */
export interface MadeThings {
  readonly sectors: string[];
  readonly workers: string[];
  readonly qualities: string[];
}

export interface MakingRules {
  readonly createMissing: boolean;
  readonly dryRun: boolean;
}

/** Resolves a file's sectors, workers and qualities to ids, and creates missing ones where permitted. */
export class NamedThings {
  readonly made: MadeThings = { sectors: [], workers: [], qualities: [] };
  /** Why somebody cannot be registered. */
  readonly #unfit = new Map<string, DomainError>();

  private constructor(
    private readonly database: Database,
    private readonly companyId: string,
    private readonly project: ProjectListing,
    private readonly clock: Clock,
    private readonly rules: MakingRules,
    private readonly sectors: NameIndex,
    private readonly qualities: NameIndex,
    private roster: Roster,
  ) {}

  static async of(
    database: Database,
    companyId: string,
    project: ProjectListing,
    clock: Clock,
    rules: MakingRules,
  ): Promise<NamedThings> {
    const sectors = project.sectors.map(({ sectorId, key, name }) => ({ id: sectorId, key, name }));
    const [qualities, roster] = await database.tenant(companyId, (tx) =>
      Promise.all([new QualityDirectory().all(tx), new WorkerDirectory().roster(tx)]),
    );
    return new NamedThings(
      ...([database, companyId, project, clock, rules] as const),
      new NameIndex(sectors),
      new NameIndex(qualities.map(({ qualityId, key, name }) => ({ id: qualityId, key, name }))),
      roster,
    );
  }

  /** Each line with its ids, or the reason why they cannot be resolved. */
  async resolve(lines: readonly HarvestLine[]): Promise<(PastHarvest | LineProblem)[]> {
    if (this.rules.createMissing) await this.#makeMissing(lines);
    return lines.map((line) => {
      const problems: string[] = [];
      const one = (what: string, text: string, ids: readonly (string | DomainError)[]): string => {
        const [id, ...others] = ids;
        if (id instanceof DomainError)
          problems.push(`the ${what} "${text}" cannot be created: ${reasonOf(id)}`);
        else if (id === undefined)
          problems.push(`there is no ${what} "${text}" (--create-missing creates it)`);
        else if (others.length > 0) problems.push(`several ${PLURALS[what] ?? what} are called "${text}"`);
        return id instanceof DomainError ? '' : (id ?? '');
      };
      const { day, units, unit, quality } = line;
      const ids = {
        sectorId: one('sector', line.sector, this.sectors.find(line.sector)),
        workerId: one('worker', line.worker, this.#workersCalled(line.worker)),
        qualityId: quality === null ? null : one('quality', quality, this.qualities.find(quality)),
      };
      return problems.length > 0
        ? { line: line.line, message: problems.join('; ') }
        : { day, units, unit, ...ids };
    });
  }

  #workersCalled(called: string): (string | DomainError)[] {
    return [...this.roster.find(called), this.#unfit.get(called) ?? []].flat();
  }

  async #makeMissing(lines: readonly HarvestLine[]): Promise<void> {
    const sectors = missing(lines, ({ sector }) => sector, this.sectors);
    const qualities = missing(lines, ({ quality }) => quality, this.qualities);
    const people = this.#missingPeople(lines);
    if (sectors.length + qualities.length + people.length === 0) return;

    const ids = this.rules.dryRun ? {} : await this.#make(sectors, qualities, people);
    this.made.sectors.push(...enter(this.sectors, sectors, ids));
    this.made.qualities.push(...enter(this.qualities, qualities, ids));
    for (const { called } of people) {
      if (this.#unfit.has(called)) continue;
      if (this.rules.dryRun) this.roster.enter(called, newId());
      this.made.workers.push(called);
    }
  }

  /** Each once, in the first spelling found. */
  #missingPeople(lines: readonly HarvestLine[]): Unlisted[] {
    const found = new Roster([]);
    return lines.flatMap(({ worker, day }) => {
      if (this.#workersCalled(worker).length + found.find(worker).length > 0) return [];
      found.enter(worker, worker);
      return [{ called: worker, since: day }];
    });
  }

  /** @returns the ids of sectors and qualities by their provisional ids */
  async #make(
    sectors: readonly Missing[],
    qualities: readonly Missing[],
    people: readonly Unlisted[],
  ): Promise<Record<string, string>> {
    const made = await this.database.tenant(this.companyId, async (tx) => {
      const roster = await new WorkerDirectory().roster(tx); // a directory of its own, because the transaction may be retried
      const enlisted = await wireWorkforceIn(tx, this.clock).enlistWorkers.execute(
        this.companyId,
        people,
        roster,
      );
      const ids = {
        ...(await this.#makeSectors(tx, sectors)),
        ...(await makeQualities(tx, this.clock, qualities)),
      };
      return { roster, enlisted, ids };
    });
    this.roster = made.roster;
    for (const [called, worker] of made.enlisted)
      if (worker instanceof DomainError) this.#unfit.set(called, worker);
    return made.ids;
  }

  async #makeSectors(tx: Transaction, sectors: readonly Missing[]): Promise<Record<string, string>> {
    if (sectors.length === 0) return {};
    const { key, name, timezone } = this.project;
    const applied = await wireAgronomyIn(tx).applyProjects.execute([{ key, name, timezone, sectors }], {
      prune: false,
    });
    return Object.fromEntries(
      sectors.map((sector) => [sector.newId, applied.sectors[`${key}/${sector.key}`] ?? '']),
    );
  }
}

/** An item to be created, with a provisional id. */
interface Missing {
  readonly key: string;
  readonly name: string;
  readonly newId: string;
}

async function makeQualities(
  tx: Transaction,
  clock: Clock,
  qualities: readonly Missing[],
): Promise<Record<string, string>> {
  const ids = await wireProductionIn(tx, clock).applyQualities.execute(qualities, { prune: false });
  return Object.fromEntries(qualities.map((quality) => [quality.newId, ids[quality.key] ?? '']));
}

const PLURALS: Readonly<Record<string, string>> = {
  sector: 'sectors',
  worker: 'workers',
  quality: 'qualities',
};

/** Each once, in the first spelling found. */
function missing(
  lines: readonly HarvestLine[],
  nameOf: (line: HarvestLine) => string | null,
  book: NameIndex,
): Missing[] {
  const found = new NameIndex([]);
  return lines.flatMap((line) => {
    const name = nameOf(line);
    if (name === null || book.find(name).length + found.find(name).length > 0) return [];
    const thing = { key: freeKey(name, [book, found]), name, newId: newId() };
    found.add({ ...thing, id: thing.newId });
    return [thing];
  });
}

/** An unused key for something called `name`. */
function freeKey(name: string, books: readonly NameIndex[]): string {
  const stem = name.replaceAll('/', '-');
  for (let number = 1; ; number++) {
    const key = number === 1 ? stem : `${stem.slice(0, 90)}-${number}`;
    if (!books.some((book) => book.hasKey(key))) return key;
  }
}

/** @returns the names that were entered */
function enter(book: NameIndex, things: readonly Missing[], ids: Readonly<Record<string, string>>): string[] {
  for (const { key, name, newId } of things) book.add({ id: ids[newId] ?? newId, key, name });
  return things.map(({ name }) => name);
}
