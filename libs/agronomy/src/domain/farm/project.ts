import {
  type Branded,
  type FieldProblem,
  isTimeZone,
  keyProblem,
  newId,
  ValidationFailed,
} from '@furrow/kernel';
import type { Withdrawable } from '@furrow/kernel/declarations';
import { nameProblems } from './naming.ts';
import {
  changedDefaults,
  type DefaultsChanges,
  defaultsProblems,
  INITIAL_DEFAULTS,
  type ProjectDefaults,
  sameDefaults,
} from './project-defaults.ts';
import type { Status } from './status.ts';

export type ProjectId = Branded<string, 'ProjectId'>;

/** A project as the farm file declares it. */
export interface ProjectDeclaration extends Withdrawable {
  /** The key that the farm file gives it, unique in the company, never changed. */
  readonly key: string;
  readonly name: string;
  /** IANA name; determines the project's local days. */
  readonly timezone: string;
  readonly defaults?: DefaultsChanges | null | undefined;
}

export interface ProjectState {
  readonly projectId: ProjectId;
  readonly key: string;
  readonly name: string;
  readonly timezone: string;
  readonly defaults: ProjectDefaults;
  readonly status: Status;
}

/** A farm, or a part of one: its sectors share a time zone and defaults. */
export class Project {
  private constructor(readonly state: ProjectState) {}

  /** @throws ValidationFailed */
  static define(declaration: ProjectDeclaration): Project {
    return Project.#checked({
      projectId: newId() as ProjectId,
      key: declaration.key,
      name: declaration.name,
      timezone: declaration.timezone,
      defaults: changedDefaults(INITIAL_DEFAULTS, declaration.defaults ?? {}),
      status: declaration.status ?? 'active',
    });
  }

  static restore(state: ProjectState): Project {
    return new Project(state);
  }

  get id(): ProjectId {
    return this.state.projectId;
  }

  get key(): string {
    return this.state.key;
  }

  /**
   * The project with the declared members, active again unless it is declared inactive; the same object if nothing differs.
   * @throws ValidationFailed
   */
  redeclared(declaration: ProjectDeclaration): Project {
    const next = Project.#checked({
      ...this.state,
      name: declaration.name,
      timezone: declaration.timezone,
      defaults: changedDefaults(this.state.defaults, declaration.defaults ?? {}),
      status: declaration.status ?? 'active',
    });
    return sameState(this.state, next.state) ? this : next;
  }

  deactivated(): Project {
    return this.state.status === 'inactive' ? this : new Project({ ...this.state, status: 'inactive' });
  }

  static #checked(state: ProjectState): Project {
    const problems = [...problemsOf(state)];
    if (problems.length > 0) throw new ValidationFailed(problems, `The project "${state.key}" is not valid.`);
    return new Project(state);
  }
}

function* problemsOf(state: ProjectState): Generator<FieldProblem> {
  const key = keyProblem(state.key);
  if (key !== undefined) yield { field: 'key', message: key };
  yield* nameProblems('name', state.name);
  if (!isTimeZone(state.timezone))
    yield { field: 'timezone', message: 'must be an IANA time zone such as America/Santiago' };
  yield* defaultsProblems(state.defaults);
}

function sameState(a: ProjectState, b: ProjectState): boolean {
  return (
    a.name === b.name &&
    a.timezone === b.timezone &&
    a.status === b.status &&
    sameDefaults(a.defaults, b.defaults)
  );
}
