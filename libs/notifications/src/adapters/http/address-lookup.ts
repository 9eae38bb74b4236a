import { type LookupAddress, lookup as systemLookup, promises as dns } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import type { Destination } from '../../domain/index.ts';

/** The timeout of c-ares for one server, and its number of attempts. */
const RESOLVER = { timeout: 1_500, tries: 2 };
const askSystem = promisify(systemLookup);

/**
 * Looks up the addresses of webhooks' hosts. Users choose these names, so they are resolved by DNS directly: the
 * system's look-up has few threads, and a name server that never answers would block them for everybody.
 */
export class AddressLookup {
  /** @param servers DNS servers such as `127.0.0.1:53`, by default those of the machine */
  constructor(private readonly servers?: readonly string[]) {}

  /**
   * Both kinds of addresses, IPv4 first. A host that the operator has allowed may be in the machine's hosts file.
   * @param signal aborts it
   * @throws Error with a code of node:dns
   */
  async addressesOf(destination: Destination, signal: AbortSignal): Promise<string[]> {
    const { host, address, isTrusted } = destination;
    if (address !== undefined) return [address];
    if (isTrusted) return (await askSystem(host, { all: true })).map((each) => each.address);
    const resolver = new dns.Resolver(RESOLVER);
    if (this.servers) resolver.setServers(this.servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel);
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    signal.removeEventListener('abort', cancel);
    const addresses = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    if (addresses.length > 0) return addresses;
    if (found[0].status === 'rejected') throw found[0].reason;
    return addresses;
  }

  /** For a socket: it connects to the validated address, without a second look-up. */
  for(destination: Destination, signal: AbortSignal): LookupFunction {
    return (_hostname, { all }, done) => {
      this.#judged(destination, signal).then(
        (found) => {
          if (all) done(null, found);
          else done(null, found[0].address, found[0].family);
        },
        (error: unknown) => done(error as NodeJS.ErrnoException, ''),
      );
    };
  }

  async #judged(destination: Destination, signal: AbortSignal): Promise<[LookupAddress, ...LookupAddress[]]> {
    const addresses = await this.addressesOf(destination, signal);
    destination.judge(addresses);
    const [first, ...others] = addresses.map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    }));
    if (!first) throw Object.assign(new Error('The host has no address'), { code: 'ENOTFOUND' });
    return [first, ...others];
  }
}
