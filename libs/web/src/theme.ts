const KEPT = 'furrow-theme';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const themeNow = (): Theme => THEMES.find((theme) => theme === localStorage.getItem(KEPT)) ?? 'system';

/** `system` follows the device, by `prefers-color-scheme`. */
export function applyTheme(theme: Theme): void {
  localStorage.setItem(KEPT, theme);
  document.documentElement.dataset['theme'] = theme;
  // Canvases have to be redrawn with the new colours.
  document.dispatchEvent(new Event('furrow-theme'));
}
