import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const BYTES = 32;
/** For how long a replaced secret keeps signing, in milliseconds. */
export const OVERLAP_MS = 24 * 3_600_000;
/** How many replaced secrets keep signing; an earlier one ends at once, so that the header stays small. */
export const MAX_REPLACED = 2;

/** The secret by which a receiver verifies a webhook. Shown once, when it is created. */
export class SigningSecret {
  private constructor(readonly bytes: Buffer) {}

  static make(): SigningSecret {
    return new SigningSecret(randomBytes(BYTES));
  }

  static restore(bytes: Buffer): SigningSecret {
    return new SigningSecret(bytes);
  }

  /** In the notation of Standard Webhooks 1.0. */
  get text(): string {
    return PREFIX + this.bytes.toString('base64');
  }
}

export interface SignedMessage {
  readonly id: string;
  readonly body: string;
}

/**
 * The headers of Standard Webhooks 1.0.
 * @param secrets those in force; the receiver needs to know one of them
 * @param at the time of this attempt, so that receivers can refuse old ones
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
