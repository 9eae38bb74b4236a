import { DomainError } from '@furrow/kernel';

export class {{Object}}Exists extends DomainError {
  override readonly code = '{{objectSnake}}_exists';
  constructor(name: string) {
    super(`There is {{aObject}} "${name}" already.`, { name });
  }
}
