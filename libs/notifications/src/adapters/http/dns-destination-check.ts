import type { DestinationCheck } from '../../application/ports.ts';
import type { Destination } from '../../domain/index.ts';
import type { AddressLookup } from './address-lookup.ts';

/** How long the creation of a webhook waits for name servers. */
const TIMEOUT_MS = 2_500;

export class DnsDestinationCheck implements DestinationCheck {
  constructor(private readonly lookup: AddressLookup) {}

  async check(destination: Destination): Promise<void> {
    const addresses = await this.lookup
      .addressesOf(destination, AbortSignal.timeout(TIMEOUT_MS))
      .catch(() => []);
    destination.judge(addresses);
  }
}
