import ipaddr, { type IPv6 } from 'ipaddr.js';

/** RFC 6052: an IPv4 address as IPv6-only networks reach it. */
const NAT64 = ipaddr.IPv6.parse('64:ff9b::');
const GLOBAL_UNICAST = ipaddr.IPv6.parse('2000::');

/**
 * Whether an address is one of the public internet, in whatever form it is written. What is private, loopback, link-local,
 * multicast, reserved or for tunnels is not; an IPv4 address within an IPv6 one is judged as itself.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.kind() === 'ipv4') return address.range() === 'unicast';
  const v6 = address as IPv6;
  if (v6.match(NAT64, 96)) return isPublicAddress(embeddedIn(v6));
  return v6.match(GLOBAL_UNICAST, 3) && v6.range() === 'unicast';
}

/** The address that a host of a URL is by itself; undefined for a name, which has to be looked up. */
export function addressOfHost(host: string): string | undefined {
  const bare = host.startsWith('[') ? host.slice(1, -1) : host;
  return ipaddr.isValid(bare) ? bare : undefined;
}

const embeddedIn = (address: IPv6) => address.toByteArray().slice(12).join('.');
