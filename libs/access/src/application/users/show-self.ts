import { UserNotRegistered } from '../../domain/errors.ts';
import type { UserPrincipal } from '../../domain/principal.ts';
import type { SelfView, UserQuery } from '../ports.ts';

/** Shows users their own account and company. */
export class ShowSelf {
  constructor(private readonly users: UserQuery) {}

  /** @throws UserNotRegistered if the user no longer exists */
  async execute({ companyId, userId }: UserPrincipal): Promise<SelfView> {
    const self = await this.users.self(companyId, userId);
    if (self === undefined) throw new UserNotRegistered();
    return self;
  }
}
