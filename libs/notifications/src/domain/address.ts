import ipaddr, { type IPv6 } from 'ipaddr.js';

/** RFC 6052: the form of an IPv4 address in IPv6-only networks. */
const NAT64 = ipaddr.IPv6.parse('64:ff9b::');
const GLOBAL_UNICAST = ipaddr.IPv6.parse('2000::');

/**
 * Whether an address, in whatever notation, belongs to the public internet. Private, loopback, link-local, multicast,
 * reserved and tunnel addresses do not; an IPv4 address within an IPv6 one is checked as IPv4.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.kind() === 'ipv4') return address.range() === 'unicast';
  const v6 = address as IPv6;
  if (v6.match(NAT64, 96)) return isPublicAddress(embeddedIn(v6));
  return v6.match(GLOBAL_UNICAST, 3) && v6.range() === 'unicast';
}

/** The address if a URL's host is one; undefined for a name, which has to be resolved. */
export function addressOfHost(host: string): string | undefined {
  const bare = host.startsWith('[') ? host.slice(1, -1) : host;
  return ipaddr.isValid(bare) ? bare : undefined;
}

const embeddedIn = (address: IPv6) => address.toByteArray().slice(12).join('.');
