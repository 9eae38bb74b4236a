import { newId, ValidationFailed } from '@furrow/kernel';

const MAX_NAME = 200;

declare const {{objectCamel}}IdBrand: unique symbol;
export type {{Object}}Id = string & { readonly [{{objectCamel}}IdBrand]: true };

export interface {{Object}}State {
  readonly {{objectCamel}}Id: {{Object}}Id;
  readonly name: string;
  readonly createdAt: Date;
}

export class {{Object}} {
  private constructor(readonly state: {{Object}}State) {}

  /** @throws ValidationFailed for a name that is blank or longer than 200 characters */
  static add(name: string, now: Date): {{Object}} {
    const tidy = name.replace(/\s+/gu, ' ').trim();
    if (tidy === '' || tidy.length > MAX_NAME)
      throw ValidationFailed.of('name', `must have 1 to ${MAX_NAME} characters`);
    return new {{Object}}({ {{objectCamel}}Id: newId() as {{Object}}Id, name: tidy, createdAt: now });
  }

  static restore(state: {{Object}}State): {{Object}} {
    return new {{Object}}(state);
  }

  /** Unique within the company: its name, ignoring case. */
  get nameKey(): string {
    return this.state.name.toLowerCase();
  }

  isNamed(name: string): boolean {
    return this.nameKey === name.toLowerCase();
  }
}
