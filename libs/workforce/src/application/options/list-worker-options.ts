import type { OfferedOptions, OptionQuery } from '../ports.ts';

export class ListWorkerOptions {
  constructor(private readonly options: OptionQuery) {}

  /** The options of a worker's fields, by field, each sorted by text. */
  execute(companyId: string): Promise<OfferedOptions> {
    return this.options.offered(companyId);
  }
}
