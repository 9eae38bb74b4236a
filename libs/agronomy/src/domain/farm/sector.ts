import { type Branded, type FieldProblem, keyProblem, newId, ValidationFailed } from '@furrow/kernel';
import type { Withdrawable } from '@furrow/kernel/declarations';
import { type Boundary, boundaryProblem, plainBoundary, sameBoundary } from './boundary.ts';
import { nameProblems, optionalNameProblems } from './naming.ts';
import type { ProjectId } from './project.ts';
import type { Status } from './status.ts';

export type SectorId = Branded<string, 'SectorId'>;

/** A sector as the farm file declares it: omitted members stay as they are, null clears. */
export interface SectorDeclaration extends Withdrawable {
  /** The key that the farm file gives it, unique in its project, never changed. */
  readonly key: string;
  readonly name: string;
  readonly crop?: string | null | undefined;
  readonly variety?: string | null | undefined;
  readonly boundary?: Boundary | null | undefined;
}

export interface SectorState {
  readonly sectorId: SectorId;
  readonly projectId: ProjectId;
  readonly key: string;
  readonly name: string;
  readonly crop: string | null;
  readonly variety: string | null;
  readonly boundary: Boundary | null;
  readonly status: Status;
}

/** A part of a project, planted with one crop, for which work and observations are counted. */
export class Sector {
  private constructor(readonly state: SectorState) {}

  /** @throws ValidationFailed */
  static define(projectId: ProjectId, declaration: SectorDeclaration): Sector {
    return Sector.#declared(
      {
        sectorId: newId() as SectorId,
        projectId,
        key: declaration.key,
        name: declaration.name,
        crop: null,
        variety: null,
        boundary: null,
        status: 'active',
      },
      declaration,
    );
  }

  static restore(state: SectorState): Sector {
    return new Sector(state);
  }

  get id(): SectorId {
    return this.state.sectorId;
  }

  get key(): string {
    return this.state.key;
  }

  get projectId(): ProjectId {
    return this.state.projectId;
  }

  /**
   * The sector with the declared members, active again unless it is declared inactive; the same object if nothing differs.
   * @throws ValidationFailed
   */
  redeclared(declaration: SectorDeclaration): Sector {
    const next = Sector.#declared(this.state, declaration);
    return sameState(this.state, next.state) ? this : next;
  }

  deactivated(): Sector {
    return this.state.status === 'inactive' ? this : new Sector({ ...this.state, status: 'inactive' });
  }

  static #declared(old: SectorState, declaration: SectorDeclaration): Sector {
    const { name, crop, variety, boundary, status } = declaration;
    const problems = [...problemsOf(old.key, { name, crop, variety, boundary })];
    if (problems.length > 0) throw new ValidationFailed(problems, `The sector "${old.key}" is not valid.`);
    return new Sector({
      ...old,
      name,
      crop: crop === undefined ? old.crop : crop,
      variety: variety === undefined ? old.variety : variety,
      boundary: boundary === undefined ? old.boundary : boundary && plainBoundary(boundary),
      status: status ?? 'active',
    });
  }
}

function* problemsOf(key: string, declared: Omit<SectorDeclaration, 'key'>): Generator<FieldProblem> {
  const wrongKey = keyProblem(key);
  if (wrongKey !== undefined) yield { field: 'key', message: wrongKey };
  yield* nameProblems('name', declared.name);
  yield* optionalNameProblems('crop', declared.crop ?? null);
  yield* optionalNameProblems('variety', declared.variety ?? null);
  const outline = declared.boundary ? boundaryProblem(declared.boundary) : undefined;
  if (outline !== undefined) yield { field: 'boundary', message: outline };
}

function sameState(a: SectorState, b: SectorState): boolean {
  return (
    a.name === b.name &&
    a.crop === b.crop &&
    a.variety === b.variety &&
    a.status === b.status &&
    sameBoundary(a.boundary, b.boundary)
  );
}
