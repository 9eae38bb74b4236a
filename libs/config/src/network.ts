import { isIP } from 'node:net';
import type { Variables } from './variables.ts';

const HOST_NAME = /^(?=.{1,253}$)[a-z\d_](?:[a-z\d_-]*[a-z\d_])?(?:\.[a-z\d_](?:[a-z\d_-]*[a-z\d_])?)*\.?$/i;

/** Where the services listen. */
export function hostOf(read: Variables): string {
  const host = read.text('FURROW_HOST') ?? '127.0.0.1';
  if (isIP(host) !== 0 || HOST_NAME.test(host)) return host;
  return read.refuse('FURROW_HOST', 'an address or a name of this machine', host);
}

/** As Express takes them. */
export function trustedProxiesOf(read: Variables): string | undefined {
  const text = read.text('TRUST_PROXY');
  if (text === undefined || /^(?:true|false|\d{1,3})$/.test(text)) return text;
  if (text.split(',').every((proxy) => isProxy(proxy.trim()))) return text;
  const accepts = 'true, false, a number of proxies, or their addresses and networks, separated by commas';
  return read.refuse<string | undefined>('TRUST_PROXY', accepts, undefined);
}

/** An address, a network such as 10.0.0.0/8, or one of Express's names for several. */
function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [, address = '', length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(length ?? 0) <= (version === 4 ? 32 : 128);
}
