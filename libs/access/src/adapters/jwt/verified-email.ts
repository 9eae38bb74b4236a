/** The address that the provider vouches for, if any. */
export function verifiedEmail(email: unknown, isVerified: unknown): string | undefined {
  return isVerified === true && typeof email === 'string' ? email : undefined;
}
