import { isLoopbackName } from '@furrow/http';
import type { Request, Response } from 'express';

/**
 * Whether a request comes over plain http to the loopback address, as on a developer’s machine, where a browser may not
 * store a `Secure` cookie. Behind a proxy that terminates TLS it is false, even if the proxy is not trusted.
 * @param publicUrl where clients reach the API
 */
export function isPlainLoopback(request: Request, publicUrl: string): boolean {
  return (
    request.protocol === 'http' && !publicUrl.startsWith('https:') && isLoopbackName(hostnameOf(request))
  );
}

/** The host in the request without its port; an IPv6 address is in brackets. */
function hostnameOf(request: Request): string {
  return hostOf(request).replace(/:\d+$/, '');
}

/** The same with its port. */
export function hostOf(request: Request): string {
  // The first of the proxy’s list is the client’s own, as for the protocol.
  return ((request.host as string | undefined) ?? '').toLowerCase();
}

/** A cookie that no other host, plain http connection or script can read or set. */
export class CookieScope {
  readonly name: string;
  readonly #secure: boolean;

  /** @param plain over plain http on the loopback address: without prefix and `Secure` */
  constructor(name: string, plain: boolean) {
    this.name = plain ? name : `__Host-${name}`;
    this.#secure = !plain;
  }

  read(request: Request): string | undefined {
    const prefix = `${this.name}=`;
    return (request.headers.cookie ?? '')
      .split(';')
      .map((pair) => pair.trim())
      .find((pair) => pair.startsWith(prefix))
      ?.slice(prefix.length);
  }

  write(response: Response, value: string, expires: Date): void {
    response.cookie(this.name, value, { ...this.#attributes(), expires });
  }

  clear(response: Response): void {
    response.clearCookie(this.name, this.#attributes());
  }

  #attributes() {
    return { httpOnly: true, secure: this.#secure, sameSite: 'lax', path: '/' } as const;
  }
}
