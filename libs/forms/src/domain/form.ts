import { type Branded, type FieldProblem, keyProblem, newId, ValidationFailed } from '@furrow/kernel';
import { isInUse, type Withdrawable } from '@furrow/kernel/declarations';
import { Forbidden } from '@furrow/kernel/errors';
import { fieldOf, type FieldDeclaration, type FormField } from './field.ts';
import { fieldProblems } from './field-problems.ts';
import { isLine } from './wording.ts';

export type FormId = Branded<string, 'FormId'>;

/** `monitoring`: filled in whenever there is something to report; `task`: the report on an assigned task. */
export const FORM_TYPES = ['monitoring', 'task'] as const;
export type FormType = (typeof FORM_TYPES)[number];

export const ROLES = ['admin', 'supervisor', 'agronomist'] as const;
export type Role = (typeof ROLES)[number];

/** A user who lists and fills in forms. */
export interface FormUser {
  readonly userId: string;
  readonly idpId: string;
  readonly role: Role;
}

/** Admins and agronomists read all records, others the ones they submitted. */
export function readsRecordsOfAll({ role }: Pick<FormUser, 'role'>): boolean {
  return role === 'admin' || role === 'agronomist';
}

/** Who may see a form, besides admins. */
export interface FormAccess {
  readonly roles: readonly Role[];
  /** idpIds. */
  readonly users: readonly string[];
}

/** A form as the farm file declares it, whole: omitted members have their defaults. */
export interface FormDeclaration extends Withdrawable {
  /** The key that the farm file gives it, unique in the company, never changed. */
  readonly key: string;
  readonly name: string;
  /** Defaults to `monitoring`; never changed. */
  readonly type?: FormType | null | undefined;
  readonly subtype?: string | null | undefined;
  /** Defaults to admins alone. */
  readonly access?:
    | {
        readonly roles?: readonly Role[] | null | undefined;
        readonly users?: readonly string[] | null | undefined;
      }
    | null
    | undefined;
  readonly fields?: readonly FieldDeclaration[] | null | undefined;
}

export interface FormState {
  readonly formId: FormId;
  readonly key: string;
  readonly name: string;
  readonly type: FormType;
  readonly subtype: string | null;
  readonly access: FormAccess;
  /** From 1; increases when something changes that a phone shows: name, subtype or fields. */
  readonly version: number;
  readonly fields: readonly FormField[];
  /** False: hidden from everybody, and accepts no more records. */
  readonly active: boolean;
}

/** Questions that people answer in the field. Immutable: every change returns another object. */
export class Form {
  private constructor(readonly state: FormState) {}

  /** @throws ValidationFailed */
  static define(declaration: FormDeclaration): Form {
    const formId = newId() as FormId;
    return Form.#checked({ formId, ...contentOf(declaration), version: 1, active: isInUse(declaration) });
  }

  static restore(state: FormState): Form {
    return new Form(state);
  }

  get id(): FormId {
    return this.state.formId;
  }

  get key(): string {
    return this.state.key;
  }

  /**
   * The form as it is now declared, active again unless it is declared inactive; the same object if nothing differs. A change of what a
   * phone shows increases the version; a change of access does not.
   * @throws ValidationFailed
   */
  redeclared(declaration: FormDeclaration): Form {
    const old = this.state;
    const content = contentOf(declaration);
    if (content.type !== old.type)
      throw ValidationFailed.of('type', `cannot change from ${old.type}: create a form with another key`);
    const version = shownTo(content) === shownTo(old) ? old.version : old.version + 1;
    const next = { ...old, ...content, version, active: isInUse(declaration) };
    const same = version === old.version && next.active === old.active && sameAccess(next.access, old.access);
    return same ? this : Form.#checked(next);
  }

  deactivated(): Form {
    return this.state.active ? new Form({ ...this.state, active: false }) : this;
  }

  isVisibleTo({ role, idpId }: FormUser): boolean {
    const { roles, users } = this.state.access;
    return role === 'admin' || roles.includes(role) || users.includes(idpId);
  }

  /** @throws Forbidden */
  assertVisibleTo(user: FormUser): void {
    if (!this.isVisibleTo(user))
      throw new Forbidden('You may not use this form: its access lists neither you nor your role.');
  }

  static #checked(state: FormState): Form {
    const problems = [...problemsOf(state)];
    if (problems.length > 0) throw new ValidationFailed(problems, `The form "${state.key}" is not valid.`);
    return new Form(state);
  }
}

function contentOf({ key, name, type, subtype, access, fields }: FormDeclaration) {
  return {
    key,
    name,
    type: type ?? ('monitoring' as const),
    subtype: subtype ?? null,
    access: { roles: [...new Set(access?.roles)], users: [...new Set(access?.users)] },
    fields: (fields ?? []).map(fieldOf),
  };
}

/** Members are written in a fixed order, so that equal fields are equal as text. */
function shownTo({ name, subtype, fields }: Pick<FormState, 'name' | 'subtype' | 'fields'>): string {
  return JSON.stringify([name, subtype, fields.map(fieldOf)]);
}

function sameAccess(a: FormAccess, b: FormAccess): boolean {
  return JSON.stringify([a.roles, a.users]) === JSON.stringify([b.roles, b.users]);
}

function* problemsOf(state: FormState): Generator<FieldProblem> {
  const wrongKey = keyProblem(state.key);
  if (wrongKey !== undefined) yield { field: 'key', message: wrongKey };
  if (!isLine(state.name, 200)) yield { field: 'name', message: 'must have 1 to 200 characters on one line' };
  if (!FORM_TYPES.includes(state.type))
    yield { field: 'type', message: `must be one of ${FORM_TYPES.join(', ')}` };
  if (state.subtype !== null && !isLine(state.subtype, 100))
    yield { field: 'subtype', message: 'must have 1 to 100 characters on one line' };
  if (!state.access.roles.every((role) => ROLES.includes(role)))
    yield { field: 'access.roles', message: `must contain only ${ROLES.join(', ')}` };
  if (!state.access.users.every((idpId) => isLine(idpId, 128)))
    yield { field: 'access.users', message: 'must contain only idpIds of 1 to 128 characters' };
  yield* fieldProblems(state.fields);
}
