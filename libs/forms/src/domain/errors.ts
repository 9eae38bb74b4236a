import { DomainError } from '@furrow/kernel';

export class FormNotFound extends DomainError {
  override readonly code = 'form_not_found';
  constructor() {
    super('There is no such form in your company.');
  }
}

export class FormVersionNotFound extends DomainError {
  override readonly code = 'form_version_not_found';
  constructor(formVersion: number, current: number) {
    super(`The form has no version ${formVersion}; its current one is ${current}.`, {
      currentVersion: current,
    });
  }
}

export class TaskNotFound extends DomainError {
  override readonly code = 'task_not_found';
  constructor() {
    super('There is no such task in your company.');
  }
}

export class TaskNotOfForm extends DomainError {
  override readonly code = 'task_not_of_form';
  constructor() {
    super('The task belongs to another form.');
  }
}

export class UserNotFound extends DomainError {
  override readonly code = 'user_not_found';
  constructor() {
    super('There is no such user in your company.');
  }
}
