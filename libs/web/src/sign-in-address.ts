/**
 * The address for signing in, which returns to the current page.
 * @param user for a form: as whom, where development keys let anybody be any user
 */
export function signInAddress(user?: string): string {
  const asked = new URLSearchParams({ returnTo: location.pathname + location.search });
  if (user !== undefined) asked.set('user', user);
  return `/api/console/sign-in?${asked.toString()}`;
}
