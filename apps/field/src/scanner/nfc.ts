interface NfcReading {
  readonly serialNumber: string;
  readonly message: {
    readonly records: readonly { readonly recordType: string; readonly data?: DataView }[];
  };
}
interface NfcReader extends EventTarget {
  scan(options: { signal: AbortSignal }): Promise<void>;
}
type NfcConstructor = new () => NfcReader;

const constructor = () => (globalThis as { NDEFReader?: NfcConstructor }).NDEFReader;

export const isNfcHere = (): boolean => constructor() !== undefined;

/** Hears chips until the signal aborts: the text on them, else their serial number. @throws if the user forbids it */
export async function hearChips(onCode: (code: string) => void, signal: AbortSignal): Promise<void> {
  const Reader = constructor();
  if (!Reader) return;
  const reader = new Reader();
  reader.addEventListener('reading', (event) => {
    const { message, serialNumber } = event as Event & NfcReading;
    const text = message.records.find(({ recordType }) => recordType === 'text')?.data;
    const code = text ? new TextDecoder().decode(text).trim() : serialNumber;
    if (code !== '') onCode(code);
  });
  await reader.scan({ signal });
}
