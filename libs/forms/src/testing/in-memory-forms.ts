import { Transactions } from '@furrow/kernel/transactions';
import type {
  Assignees,
  Authors,
  FormQuery,
  FormRepository,
  FormsRepositories,
  FormView,
  Observations,
  ObservedRecord,
  FormRecordRepository,
  TaskFormView,
  TaskForm,
  TaskRepository,
} from '../application/ports.ts';
import {
  Form,
  type FormField,
  FormRecord,
  type FormState,
  type FormUser,
  type RecordState,
  Task,
  type TaskState,
} from '../domain/index.ts';
import { InMemoryFarmDirectory } from './in-memory-farm-directory.ts';
import { InMemoryMediaStaging } from './in-memory-media-staging.ts';

/** The data of one company, copied on reads and writes as a database would. */
class Company {
  forms = new Map<string, FormState>();
  versions = new Map<string, readonly FormField[]>();
  tasks = new Map<string, TaskState>();
  records = new Map<string, RecordState>();
  observations: ObservedRecord[] = [];
  readonly farm = new InMemoryFarmDirectory();
  /** Names by userId, and ids by idpId. */
  readonly names = new Map<string, string>();
  readonly userIds = new Map<string, string>();
  last: Promise<unknown> = Promise.resolve();

  /** Returns a function that restores the current state, for a rollback. */
  snapshot(): () => void {
    const { forms, versions, tasks, records, observations } = this;
    const before = structuredClone({ forms, versions, tasks, records, observations });
    return () => Object.assign(this, before);
  }
}

/** The forms of any number of companies in memory. Transactions of one company run one after the other. */
export class InMemoryForms extends Transactions<FormsRepositories> {
  readonly staging = new InMemoryMediaStaging();
  readonly #companies = new Map<string, Company>();

  company(companyId: string): Company {
    const company = this.#companies.get(companyId) ?? new Company();
    this.#companies.set(companyId, company);
    return company;
  }

  override run<T>(companyId: string, work: (repositories: FormsRepositories) => Promise<T>): Promise<T> {
    return this.#transaction(companyId, (company, onRollback) =>
      work({
        forms: new InMemoryFormRepository(company),
        tasks: new InMemoryTaskRepository(company),
        records: new InMemoryFormRecordRepository(company),
        media: this.staging.keptIn(onRollback),
        farm: company.farm,
        authors: new InMemoryPeople(company).authors,
        observations: new InMemoryObservations(company),
      }),
    );
  }

  apply<T>(
    companyId: string,
    work: (repositories: {
      forms: FormRepository;
      tasks: TaskRepository;
      assignees: Assignees;
    }) => Promise<T>,
  ): Promise<T> {
    return this.#transaction(companyId, (company) =>
      work({
        forms: new InMemoryFormRepository(company),
        tasks: new InMemoryTaskRepository(company),
        assignees: new InMemoryPeople(company).assignees,
      }),
    );
  }

  #transaction<T>(
    companyId: string,
    work: (company: Company, onRollback: (undo: () => void) => void) => Promise<T>,
  ): Promise<T> {
    const company = this.company(companyId);
    const result = company.last.then(async () => {
      const undoing = [company.snapshot()];
      try {
        return await work(company, (undo) => undoing.push(undo));
      } catch (error) {
        for (const undo of undoing) undo();
        throw error;
      }
    });
    company.last = result.catch(() => undefined);
    return result;
  }
}

function versionKey(formId: string, version: number): string {
  return `${formId} ${version}`;
}

class InMemoryFormRepository implements FormRepository {
  constructor(private readonly company: Company) {}

  async find(formId: string): Promise<Form | undefined> {
    const state = this.company.forms.get(formId);
    return state && Form.restore(structuredClone(state));
  }

  async fields(formId: string, version: number): Promise<readonly FormField[] | undefined> {
    return this.company.versions.get(versionKey(formId, version));
  }

  async load(): Promise<Form[]> {
    return [...this.company.forms.values()].map((state) => Form.restore(structuredClone(state)));
  }

  async save(forms: readonly Form[]): Promise<void> {
    for (const { id, state } of forms) {
      this.company.forms.set(id, structuredClone(state));
      const key = versionKey(id, state.version);
      if (!this.company.versions.has(key)) this.company.versions.set(key, structuredClone(state.fields));
    }
  }
}

class InMemoryTaskRepository implements TaskRepository {
  constructor(private readonly company: Company) {}

  async find(taskId: string): Promise<Task | undefined> {
    const state = this.company.tasks.get(taskId);
    return state && Task.restore(structuredClone(state));
  }

  async setDone(taskId: string): Promise<void> {
    const state = this.company.tasks.get(taskId);
    if (state) this.company.tasks.set(taskId, { ...state, status: 'done' });
  }

  async load(): Promise<Task[]> {
    return [...this.company.tasks.values()].map((state) => Task.restore(structuredClone(state)));
  }

  async save(tasks: readonly Task[]): Promise<void> {
    for (const { id, state } of tasks) {
      const status = this.company.tasks.get(id)?.status ?? state.status;
      this.company.tasks.set(id, { ...structuredClone(state), status });
    }
  }

  async taskForms(): Promise<ReadonlyMap<string, TaskForm>> {
    const forms = [...this.company.forms.values()].filter(({ type }) => type === 'task');
    return new Map(forms.map(({ key, formId, active }) => [key, { formId, active }]));
  }
}

class InMemoryFormRecordRepository implements FormRecordRepository {
  constructor(private readonly company: Company) {}

  async add(records: readonly FormRecord[]): Promise<ReadonlySet<string>> {
    const added = new Set<string>();
    for (const { state } of records) {
      const key = `${state.createdBy} ${state.clientRecordId}`;
      if (this.company.records.has(key)) continue;
      this.company.records.set(key, structuredClone(state));
      added.add(state.recordId);
    }
    return added;
  }

  async byClientRecordId(userId: string, clientRecordId: string): Promise<FormRecord | undefined> {
    const state = this.company.records.get(`${userId} ${clientRecordId}`);
    return state && FormRecord.restore(structuredClone(state));
  }
}

class InMemoryObservations implements Observations {
  constructor(private readonly company: Company) {}

  async add(records: readonly ObservedRecord[]): Promise<void> {
    this.company.observations.push(...records);
  }
}

class InMemoryPeople {
  readonly authors: Authors;
  readonly assignees: Assignees;

  constructor({ names, userIds }: Company) {
    this.authors = new (class implements Authors {
      async names(): Promise<ReadonlyMap<string, string>> {
        return names;
      }
    })();
    this.assignees = new (class implements Assignees {
      async userIds(): Promise<ReadonlyMap<string, string>> {
        return userIds;
      }
    })();
  }
}

export class InMemoryFormQuery implements FormQuery {
  constructor(private readonly forms: InMemoryForms) {}

  async monitoring(companyId: string, user: FormUser): Promise<FormView[]> {
    return this.#active(companyId, 'monitoring')
      .filter((form) => form.isVisibleTo(user))
      .map(viewOf);
  }

  async tasks(companyId: string, user: FormUser): Promise<TaskFormView[]> {
    const own = [...this.forms.company(companyId).tasks.values()]
      .filter(({ active, assigneeId }) => active && assigneeId === user.userId)
      .sort((a, b) => (a.dueAt?.getTime() ?? Infinity) - (b.dueAt?.getTime() ?? Infinity));
    return this.#active(companyId, 'task')
      .filter((form) => form.isVisibleTo(user) || own.some(({ formId }) => formId === form.id))
      .map((form) => ({
        ...viewOf(form),
        tasks: own
          .filter(({ formId }) => formId === form.id)
          .map(({ taskId, status, dueAt, projectId, sectorId }) => ({
            taskId,
            status,
            dueAt: dueAt?.toISOString() ?? null,
            projectId,
            sectorId,
          })),
      }));
  }

  #active(companyId: string, type: FormState['type']): Form[] {
    return [...this.forms.company(companyId).forms.values()]
      .filter((state) => state.active && state.type === type)
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((state) => Form.restore(structuredClone(state)));
  }
}

function viewOf({ state }: Form): FormView {
  const { formId, key, name, type, subtype, version, access, fields } = state;
  return { formId, key, name, type, subtype, version, access, fields };
}
