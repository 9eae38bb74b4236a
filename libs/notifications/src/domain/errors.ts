import { DomainError } from '@furrow/kernel';

export class WebhookExists extends DomainError {
  override readonly code = 'webhook_exists';
  constructor(name: string) {
    super(`There is a webhook "${name}" already.`, { name });
  }
}
