const HOME = '/console/';
const MAX_LENGTH = 1_000;

/**
 * Where a user continues after signing in: the page of the console they came from, or its first page. Any other
 * address, and other hosts in particular, is ignored.
 */
export function returnToOf(asked: unknown): string {
  if (typeof asked !== 'string' || !asked.startsWith('/console') || asked.length > MAX_LENGTH) return HOME;
  const base = 'http://console.invalid';
  if (!URL.canParse(asked, base)) return HOME;
  const { origin, pathname, search, hash } = new URL(asked, base);
  const isOfConsole = origin === base && (pathname === '/console' || pathname.startsWith(HOME));
  return isOfConsole ? `${pathname}${search}${hash}` : HOME;
}
