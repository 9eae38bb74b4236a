const HOME = '/console/';
/** The apps whose users sign in here. */
const APPS = ['/console', '/field'];
const MAX_LENGTH = 1_000;

/**
 * Where a user continues after signing in: the page of the console or the field app they came from, or the
 * console's first page. Any other
 * address, and other hosts in particular, is ignored.
 */
export function returnToOf(asked: unknown): string {
  if (typeof asked !== 'string' || !APPS.some((app) => asked.startsWith(app)) || asked.length > MAX_LENGTH)
    return HOME;
  const base = 'http://console.invalid';
  if (!URL.canParse(asked, base)) return HOME;
  const { origin, pathname, search, hash } = new URL(asked, base);
  const isOurs = origin === base && APPS.some((app) => pathname === app || pathname.startsWith(`${app}/`));
  return isOurs ? `${pathname}${search}${hash}` : HOME;
}
