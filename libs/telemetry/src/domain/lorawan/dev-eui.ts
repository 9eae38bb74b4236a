/** Whether it is an EUI-64 as network servers write it. */
export function isDevEuiText(text: string): boolean {
  return /^[0-9A-Fa-f]{16}$/.test(text);
}
