import { DomainError, type LocalDate } from '@furrow/kernel';
import { nameOf, OPTION_FIELDS, type Roster, Worker } from '../domain/index.ts';
import type { OptionRepository } from './ports.ts';
import type { RegisterWorker } from './register-worker.ts';

/** The values of workers of whom only a name is known. */
const USUAL = { position: 'harvester', employment_type: 'seasonal', status: 'active' } as const;

/** A worker who appears in an imported file only. */
export interface Unlisted {
  readonly called: string;
  /** The first day on which the file has them, which becomes their hire date. */
  readonly since: LocalDate;
}

/**
 * Registers workers of whom an imported file has nothing but a name. They become active seasonal harvesters if the
 * company's options have these, else the first options offered; a company without options gets these.
 */
export class EnlistWorkers {
  constructor(
    private readonly register: RegisterWorker,
    private readonly options: OptionRepository,
  ) {}

  /** Adds them to the roster. @returns their ids by name, or why one cannot be registered */
  async execute(
    companyId: string,
    people: readonly Unlisted[],
    roster: Roster,
  ): Promise<Map<string, string | DomainError>> {
    const usual = await this.#usual();
    const enlisted = new Map<string, string | DomainError>();
    for (const { called, since } of people) {
      const [known] = roster.find(called); // another spelling of a worker who was just registered
      enlisted.set(called, known ?? (await this.#enlist(companyId, called, since, usual, roster)));
    }
    return enlisted;
  }

  async #enlist(companyId: string, called: string, since: LocalDate, usual: object, roster: Roster) {
    const { firstName, lastName } = nameOf(called);
    const draft = { first_name: firstName, last_name: lastName, hire_date: since, ...usual };
    try {
      const { worker } = await this.register.execute(companyId, draft);
      roster.add(entryOf(worker));
      return worker.id as string;
    } catch (error) {
      if (error instanceof DomainError) return error;
      throw error;
    }
  }

  async #usual(): Promise<object> {
    const offered = await this.options.load();
    const usual = OPTION_FIELDS.map((field) => [field, offered.preferably(field, USUAL[field])] as const);
    const lacking = usual.filter(([field, value]) => offered.problem(field, value) !== undefined);
    const none = { position: [], employment_type: [], status: [] };
    if (lacking.length > 0)
      await this.options.offer(
        { ...none, ...Object.fromEntries(lacking.map(([field, value]) => [field, [value]])) },
        false,
      );
    return Object.fromEntries(usual);
  }
}

function entryOf(worker: Worker) {
  return {
    workerId: worker.id,
    code: worker.code,
    documentId: worker.state.documentId,
    fullName: worker.fullName,
  };
}
