import { UserNotRegistered } from '../../domain/errors.ts';
import type { UserPrincipal } from '../../domain/principal.ts';
import type { SelfView, UserQuery } from '../ports.ts';

/** Tells people who they are here, and of which company. */
export class ShowSelf {
  constructor(private readonly users: UserQuery) {}

  /** @throws UserNotRegistered for whom nobody knows any more */
  async execute({ companyId, userId }: UserPrincipal): Promise<SelfView> {
    const self = await this.users.self(companyId, userId);
    if (self === undefined) throw new UserNotRegistered();
    return self;
  }
}
