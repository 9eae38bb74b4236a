import { DomainError, type LocalDate } from '@furrow/kernel';
import { nameOf, OPTION_FIELDS, type Roster, Worker } from '../domain/index.ts';
import type { OptionRepository } from './ports.ts';
import type { RegisterWorker } from './register-worker.ts';

/** What people are taken to be where nothing is known of them but a name in a list. */
const USUAL = { position: 'harvester', employment_type: 'seasonal', status: 'active' } as const;

/** Somebody whom only a list knows. */
export interface Unlisted {
  readonly called: string;
  /** The day from which on the list has them: taken for the day they were hired. */
  readonly since: LocalDate;
}

/**
 * Registers people of whom a list from elsewhere knows nothing but what it calls them. They are active seasonal
 * harvesters where the company's options have such a thing, else the first option that is offered; a company without
 * options gets these.
 */
export class EnlistWorkers {
  constructor(
    private readonly register: RegisterWorker,
    private readonly options: OptionRepository,
  ) {}

  /** Adds them to the roster. @returns their ids by what they are called, or why one cannot be registered */
  async execute(
    companyId: string,
    people: readonly Unlisted[],
    roster: Roster,
  ): Promise<Map<string, string | DomainError>> {
    const usual = await this.#usual();
    const enlisted = new Map<string, string | DomainError>();
    for (const { called, since } of people) {
      const [known] = roster.find(called); // another spelling of somebody just enlisted
      enlisted.set(called, known ?? (await this.#enlist(companyId, called, since, usual, roster)));
    }
    return enlisted;
  }

  async #enlist(companyId: string, called: string, since: LocalDate, usual: object, roster: Roster) {
    const { firstName, lastName } = nameOf(called);
    const stated = { first_name: firstName, last_name: lastName, hire_date: since, ...usual };
    try {
      const { worker } = await this.register.execute(companyId, stated);
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
