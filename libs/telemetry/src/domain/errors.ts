import { DomainError } from '@furrow/kernel';

export class ProjectForbidden extends DomainError {
  override readonly code = 'project_forbidden';
  constructor() {
    super('The key has no access to this project.');
  }
}

export class SectorForbidden extends DomainError {
  override readonly code = 'sector_forbidden';
  constructor() {
    super('The key has no access to this sector.');
  }
}

export class SectorNotInProject extends DomainError {
  override readonly code = 'sector_not_in_project';
  constructor() {
    super('The sector belongs to another project of your company.');
  }
}

export class DeviceNotFound extends DomainError {
  override readonly code = 'device_not_found';
  constructor() {
    super('There is no such device in your company.');
  }
}
