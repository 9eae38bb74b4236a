import type { Request, Response } from 'express';

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/**
 * Whether a request comes over plain http to the loopback address, as on a developer’s machine, where a browser may keep
 * no `Secure` cookie. Behind whatever ends TLS it does not, also where the proxy is not trusted to say so.
 * @param publicUrl where clients reach the API
 */
export function isPlainLoopback(request: Request, publicUrl: string): boolean {
  return request.protocol === 'http' && !publicUrl.startsWith('https:') && LOOPBACK.test(hostnameOf(request));
}

/** The host by which the request names this service, without its port; an IPv6 address stands in brackets. */
export function hostnameOf(request: Request): string {
  return hostOf(request).replace(/:\d+$/, '');
}

/** The same with its port. */
export function hostOf(request: Request): string {
  // Of the proxy’s list the first is the client’s own, as of the protocol.
  return ((request.host as string | undefined) ?? '').toLowerCase();
}

/** A cookie that no other host, no plain http and no script of a page can read or put there. */
export class CookiePlace {
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
