/** An address that is safe to print. */
export function withoutPassword(url: string): string {
  const shown = new URL(url);
  shown.username = '';
  shown.password = '';
  return shown.href;
}
