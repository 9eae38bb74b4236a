const BEARER = /^bearer +(\S+) *$/i;

/** The credential of an `Authorization: Bearer` header; undefined without one, or with another scheme. */
export function bearerOf(headers: { readonly authorization?: string | undefined }): string | undefined {
  return BEARER.exec(headers.authorization ?? '')?.[1];
}
