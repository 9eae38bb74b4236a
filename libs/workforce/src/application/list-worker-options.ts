import type { OfferedOptions, OptionQuery } from './ports.ts';

export class ListWorkerOptions {
  constructor(private readonly options: OptionQuery) {}

  /** What may be chosen for a worker, by field, each in the order of its texts. */
  execute(companyId: string): Promise<OfferedOptions> {
    return this.options.offered(companyId);
  }
}
