/** The version that `If-Match` names; undefined for any. */
export function versionIn(header: string | undefined): string | undefined {
  return header === undefined || header.trim() === '*' ? undefined : header.trim().replace(/^"(.*)"$/u, '$1');
}
