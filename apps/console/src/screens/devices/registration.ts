/** What somebody chooses and types to register a device. */
export interface Draft {
  readonly deviceId: string;
  /** Key of the farm file. */
  readonly project: string;
  /** The same; empty: the whole project. */
  readonly sector: string;
  /** Empty: it does not speak LoRaWAN. */
  readonly devEui: string;
  /** A line for each member, `te: temperature`; empty: as the network server normalizes. */
  readonly mapping: string;
}

/** The part of a farm file that registers the device. */
export function registrationOf({ deviceId, project, sector, devEui, mapping }: Draft) {
  const device = {
    ...{ deviceId: deviceId.trim(), project, sector: sector === '' ? null : sector },
    ...(devEui.trim() !== '' && { devEui: devEui.trim(), mapping: mappingOf(mapping) }),
  };
  return { devices: [device] };
}

/** Paths by member; null without a line. Each line is divided at its first colon. */
export function mappingOf(text: string): Readonly<Record<string, string>> | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return null;
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      const [name, path] = colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1)];
      return [name.trim(), path.trim()];
    }),
  );
}

/** What is in use, which alone new devices may refer to. */
export const inUse = <Item extends { readonly status?: string }>(items: readonly Item[] = []): Item[] =>
  items.filter(({ status }) => status !== 'inactive');
