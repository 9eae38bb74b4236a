import type { Clock } from '@furrow/kernel';
import { {{Object}}, {{Object}}Exists } from '../domain/index.ts';
import type { {{Context}}Transactions } from './ports.ts';

export interface New{{Object}} {
  readonly companyId: string;
  readonly name: string;
}

export class Add{{Object}} {
  constructor(
    private readonly transactions: {{Context}}Transactions,
    private readonly clock: Clock,
  ) {}

  /** @throws ValidationFailed for a bad name; {{Object}}Exists if it is taken */
  async execute({ companyId, name }: New{{Object}}): Promise<{{Object}}> {
    const {{objectCamel}} = {{Object}}.add(name, this.clock.now());
    const added = await this.transactions.run(companyId, ({ {{objectsCamel}} }) => {{objectsCamel}}.add({{objectCamel}}));
    if (!added) throw new {{Object}}Exists({{objectCamel}}.state.name);
    return {{objectCamel}};
  }
}
