import type { UserListItem, UserQuery } from '../ports.ts';

export class ListUsers {
  constructor(private readonly users: UserQuery) {}

  /** By name. */
  execute(companyId: string): Promise<UserListItem[]> {
    return this.users.all(companyId);
  }
}
