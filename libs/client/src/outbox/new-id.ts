/** Unique, not secret. React Native has no crypto module. */
export function newId(): string {
  const { crypto } = globalThis as { crypto?: { randomUUID?: () => string } };
  const random = () => Math.random().toString(36).slice(2).padStart(11, '0');
  return crypto?.randomUUID?.() ?? `${Date.now().toString(36)}-${random()}${random()}`;
}
