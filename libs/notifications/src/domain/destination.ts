import { ValidationFailed } from '@furrow/kernel';
import { addressOfHost, isPublicAddress } from './address.ts';
import { UrlNotAllowed } from './errors.ts';

const MAX_URL = 2_000;

/** Receivers in the operator's own network, each as `host:port`. They may have private addresses, and no TLS. */
export class AllowedHosts {
  readonly #hosts: ReadonlySet<string>;

  constructor(hosts: readonly string[]) {
    this.#hosts = new Set(hosts.map((host) => host.toLowerCase()));
  }

  has({ url, port }: Pick<Destination, 'url' | 'port'>): boolean {
    return this.#hosts.has(`${url.hostname}:${port}`);
  }
}

/** The destination of a webhook by its URL. The addresses of its name are validated where it is resolved. */
export class Destination {
  private constructor(
    readonly url: URL,
    /** Whether the operator has allowed the host: its addresses are not validated. */
    readonly isTrusted: boolean,
  ) {}

  /**
   * @throws ValidationFailed for anything but an http or https URL
   * @throws UrlNotAllowed with credentials, without TLS, or if the host is a non-public address
   */
  static of(text: string, allowed: AllowedHosts): Destination {
    const url = text.length <= MAX_URL && URL.canParse(text) ? new URL(text) : undefined;
    if (url === undefined || !['https:', 'http:'].includes(url.protocol))
      throw ValidationFailed.of('url', `must be an https URL of at most ${MAX_URL} characters`);
    if (url.username !== '' || url.password !== '')
      throw new UrlNotAllowed('The URL contains credentials; receivers verify the signature instead.');
    const named = new Destination(url, true);
    if (allowed.has(named)) return named;
    if (url.protocol !== 'https:') throw new UrlNotAllowed('The URL must begin with https://.');
    const destination = new Destination(url, false);
    const { host, address } = destination;
    if (address !== undefined) destination.judge([address]);
    if (/(?:^|\.)localhost$/.test(host)) throw new UrlNotAllowed(NOT_PUBLIC);
    return destination;
  }

  /** Without the dot that may end a name, and without the brackets of an address. */
  get host(): string {
    return this.address ?? this.url.hostname.replace(/\.$/, '');
  }

  get port(): number {
    return Number(this.url.port) || (this.url.protocol === 'https:' ? 443 : 80);
  }

  /** If the host needs no look-up. */
  get address(): string | undefined {
    return addressOfHost(this.url.hostname);
  }

  /**
   * A single non-public address refuses the name, because the connection could use that one.
   * @throws UrlNotAllowed
   */
  judge(addresses: readonly string[]): void {
    if (!this.isTrusted && !addresses.every(isPublicAddress)) throw new UrlNotAllowed(NOT_PUBLIC);
  }
}

const NOT_PUBLIC = 'The URL leads to an address that is private, loopback, link-local or reserved.';
