/** Few, because a phone's processor is slow and the number has few digits anyway: it is a lock, not a secret. */
const ROUNDS = 100_000;
export const TRIES = 5;

export interface Pin {
  readonly salt: string;
  readonly hash: string;
}

export const isPin = (digits: string): boolean => /^\d{4,8}$/.test(digits);

export async function pinOf(digits: string): Promise<Pin> {
  const salt = hex(crypto.getRandomValues(new Uint8Array(16)));
  return { salt, hash: await hashOf(digits, salt) };
}

export const matches = async (digits: string, { salt, hash }: Pin): Promise<boolean> =>
  (await hashOf(digits, salt)) === hash;

async function hashOf(digits: string, salt: string): Promise<string> {
  const text = new TextEncoder();
  const key = await crypto.subtle.importKey('raw', text.encode(digits), 'PBKDF2', false, ['deriveBits']);
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt: text.encode(salt), iterations: ROUNDS };
  return hex(new Uint8Array(await crypto.subtle.deriveBits(how, key, 256)));
}

const hex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
