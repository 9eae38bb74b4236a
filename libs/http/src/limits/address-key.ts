import { isIP, isIPv4 } from 'node:net';
import ipaddr, { type IPv6 } from 'ipaddr.js';

/** The longest possible address; what a proxy passes on may be longer. */
const MAX_LENGTH = 45;
/** A subscriber has at least a /64, and can change addresses within it. */
const SUBSCRIBER_PARTS = 4;
const WITH_PORT = /^(?:\[([^\]]{1,45})\]|([\d.]{7,15}))(?::\d{1,5})?$/;

/**
 * The key under which an address is counted: an IPv4 address, or the /64 of an IPv6 address. IPv4 addresses written as
 * IPv6, mapped or translated (RFC 6052), count as IPv4. A port that a proxy added is ignored. Anything that is not an
 * address is used as it is, shortened.
 */
export function addressKey(address = ''): string {
  if (isIPv4(address)) return address;
  const text = address.slice(0, MAX_LENGTH + '[]:65535'.length);
  const [, v6, v4] = WITH_PORT.exec(text) ?? [];
  const bare = v6 ?? v4 ?? text;
  const version = isIP(bare);
  if (version === 0) return bare.slice(0, MAX_LENGTH);
  return version === 4 ? bare : keyOf(ipaddr.IPv6.parse(bare));
}

function keyOf(address: IPv6): string {
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
  if (address.range() === 'rfc6052') return address.toByteArray().slice(-4).join('.');
  const network = address.parts.slice(0, SUBSCRIBER_PARTS).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
