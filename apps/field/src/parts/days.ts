/** The beginning of today on this phone. */
export function midnight(now = new Date()): string {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate()).toISOString();
}

export const timeOf = (instant: string, locale: string): string =>
  new Date(instant).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' });

export const dayOf = (instant: string, locale: string): string =>
  new Date(instant).toLocaleDateString(locale, { weekday: 'short', day: 'numeric', month: 'short' });
