import { readFileSync } from 'node:fs';

/** An uplink of a device as its manufacturer publishes it, and what is stored of it. */
export interface PublishedUplink {
  /** The file of the device repository, whose second folder is the manufacturer. */
  readonly source: string;
  readonly decoded: Readonly<Record<string, unknown>>;
  /** Where its numbers are; undefined: `normalized` is what The Things Stack makes of `decoded`. */
  readonly mapping?: Readonly<Record<string, string>>;
  readonly normalized?: readonly object[];
  readonly expected: {
    readonly weather: readonly Readonly<Record<string, number>>[];
    readonly soil: readonly Readonly<Record<string, number>>[];
  };
  /** The mapped members that the uplink has no acceptable number of. */
  readonly refused: readonly string[];
}

/** Of devices in the repository of The Things Stack. */
export function publishedUplinks(): readonly PublishedUplink[] {
  return (fixture('device-repository.json') as { readonly devices: readonly PublishedUplink[] }).devices;
}

/** The examples of events that ChirpStack documents, by the name that its address has. */
export function documentedEvents(): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  return (fixture('chirpstack-events.json') as { readonly events: ReturnType<typeof documentedEvents> })
    .events;
}

function fixture(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
}
