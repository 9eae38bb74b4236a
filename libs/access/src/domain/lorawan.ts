/** How a LoRaWAN device is known to its network server, and what of its decoded payload is measured. */
export interface LorawanSettings {
  /** EUI-64, 16 upper-case hexadecimal digits; unique in the company. Null: no LoRaWAN device. */
  readonly devEui: string | null;
  /** Paths in the decoded payload by what they measure, which telemetry defines. Null: as the network server normalizes it. */
  readonly mapping: Readonly<Record<string, string>> | null;
}

export const NO_LORAWAN: LorawanSettings = { devEui: null, mapping: null };

/** Digits in any case, also in pairs or groups that hyphens, colons or spaces divide, as labels print them. */
export function devEuiOf(written: string): string {
  return written.replaceAll(/[-: ]/g, '').toUpperCase();
}

export function isDevEui(text: string): boolean {
  return /^[0-9A-F]{16}$/.test(text);
}

export function sameLorawan(a: LorawanSettings, b: LorawanSettings): boolean {
  return a.devEui === b.devEui && JSON.stringify(a.mapping) === JSON.stringify(b.mapping);
}
