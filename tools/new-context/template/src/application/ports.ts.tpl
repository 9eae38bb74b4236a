import type { {{Object}} } from '../domain/index.ts';

/** The {{objectsText}} of one company, within one transaction. */
export abstract class {{Object}}Repository {
  /** @returns false without adding it if the name is taken */
  abstract add({{objectCamel}}: {{Object}}): Promise<boolean>;
  /** All of them, ordered by name. */
  abstract all(): Promise<{{Object}}[]>;
}

export interface {{Context}}Repositories {
  readonly {{objectsCamel}}: {{Object}}Repository;
}

export abstract class {{Context}}Transactions {
  /** One transaction of one company; `work` may run again after a deadlock. */
  abstract run<T>(companyId: string, work: (repositories: {{Context}}Repositories) => Promise<T>): Promise<T>;
}
