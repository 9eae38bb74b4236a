import type { IncomingMessage } from 'node:http';

const LOOPBACK_ADDRESS = /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/i;
const LOOPBACK_NAME = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** Headers that proxies, load balancers and content networks add, and browsers and Prometheus never send. */
const ADDED_BY_PROXIES = [
  /^(?:via|forwarded|cdn-loop|front-end-https|x-scheme|x-url-scheme|x-host|x-port|x-varnish|x-cloud-trace-context)$/,
  /^x-(?:forwarded|original|real|proxy|nginx|accel|haproxy|traefik|envoy|ssl|akamai|amzn|azure|arr|appgw|appengine|vercel)(?:-|$)/,
  /^(?:proxy|ssl|cf|cdn|cloudfront|fastly|fly|akamai|incap|tailscale|x-amz-cf|x-nf)-/,
  // The address of the client under one of its many names, such as True-Client-IP, X-Cluster-Client-IP or Remote-Addr.
  /(?:^|-)(?:client|real|remote|connecting|source|peer|viewer|proxyuser)-?(?:ip|addr|address|host|port)$/,
];

/** Whether a host name without a port means the machine that asks. An IPv6 address is in brackets. */
export function isLoopbackName(hostname: string): boolean {
  return LOOPBACK_NAME.test(hostname);
}

/**
 * Whether the client runs on this machine. A proxy on this machine connects from here as well, and its clients may be
 * anywhere: a header that only proxies add shows it, and so does HTTP/1.0, which nginx uses unless it is told otherwise.
 */
export function isOfThisMachine({
  socket,
  headers,
  httpVersionMajor,
  httpVersionMinor,
}: IncomingMessage): boolean {
  return (
    LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '') &&
    (httpVersionMajor > 1 || httpVersionMinor >= 1) &&
    !Object.keys(headers).some((name) => ADDED_BY_PROXIES.some((pattern) => pattern.test(name)))
  );
}

/**
 * Whether the `Host` header names this machine or one of `configured`. A page whose own name was made to lead to this
 * machine (DNS rebinding) asks with that name, and its browser takes the answer for the page's own.
 * @param configured host names without ports
 */
export function isAskedByOwnName({ headers }: IncomingMessage, configured: readonly string[]): boolean {
  const hostname = (headers.host ?? '').toLowerCase().replace(/:\d+$/, '');
  return isLoopbackName(hostname) || configured.some((name) => name.toLowerCase() === hostname);
}
