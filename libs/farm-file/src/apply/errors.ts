import { DomainError } from '@furrow/kernel';

export class FarmChanged extends DomainError {
  override readonly code = 'farm_changed';
  constructor(version: string) {
    super('The farm was changed since it was read: read it again.', { version });
  }
}

export class LastAdmin extends DomainError {
  override readonly code = 'last_admin';
  constructor() {
    super('The change would leave no active admin, so that nobody could undo it.');
  }
}
