const BEARER = /^bearer +(\S+) *$/i;

/** The credential of an `Authorization: Bearer` header; undefined where there is none, or one of another scheme. */
export function bearerOf(headers: { readonly authorization?: string | undefined }): string | undefined {
  return BEARER.exec(headers.authorization ?? '')?.[1];
}
