import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const BYTES = 32;
/** For how long a secret that was replaced signs beside its successor, in milliseconds. */
export const OVERLAP_MS = 24 * 3_600_000;

/** What a receiver knows a webhook by. Told once, when it is made. */
export class SigningSecret {
  private constructor(readonly bytes: Buffer) {}

  static make(): SigningSecret {
    return new SigningSecret(randomBytes(BYTES));
  }

  static restore(bytes: Buffer): SigningSecret {
    return new SigningSecret(bytes);
  }

  /** As Standard Webhooks 1.0 writes it. */
  get text(): string {
    return PREFIX + this.bytes.toString('base64');
  }
}

export interface SignedMessage {
  readonly id: string;
  readonly body: string;
}

/**
 * The headers that Standard Webhooks 1.0 asks for.
 * @param secrets those in force; the receiver needs to know one of them
 * @param at of this attempt, so that receivers may refuse old ones
 */
export function signedHeaders(
  { id, body }: SignedMessage,
  secrets: readonly SigningSecret[],
  at: Date,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const content = `${id}.${timestamp}.${body}`;
  const signatures = secrets.map(
    ({ bytes }) => `v1,${createHmac('sha256', bytes).update(content).digest('base64')}`,
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
