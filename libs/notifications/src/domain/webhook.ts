import { newId, ValidationFailed } from '@furrow/kernel';

const MAX_NAME = 200;

declare const webhookIdBrand: unique symbol;
export type WebhookId = string & { readonly [webhookIdBrand]: true };

export interface WebhookState {
  readonly webhookId: WebhookId;
  readonly name: string;
  readonly createdAt: Date;
}

export class Webhook {
  private constructor(readonly state: WebhookState) {}

  /** @throws ValidationFailed for a name that is blank or longer than 200 characters */
  static add(name: string, now: Date): Webhook {
    const tidy = name.replace(/\s+/gu, ' ').trim();
    if (tidy === '' || tidy.length > MAX_NAME)
      throw ValidationFailed.of('name', `must have 1 to ${MAX_NAME} characters`);
    return new Webhook({ webhookId: newId() as WebhookId, name: tidy, createdAt: now });
  }

  static restore(state: WebhookState): Webhook {
    return new Webhook(state);
  }

  /** What no other of the company shares: its name, whatever the case. */
  get nameKey(): string {
    return this.state.name.toLowerCase();
  }

  isNamed(name: string): boolean {
    return this.nameKey === name.toLowerCase();
  }
}
