import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill';

type Message =
  | {
      readonly wasm: string;
      readonly formats: readonly ('qr_code' | 'code_128')[];
      readonly frame?: undefined;
    }
  | { readonly frame: ImageBitmap };

let detector: BarcodeDetector | undefined;

self.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if (data.frame === undefined) {
    // From this host: without it the library asks another one.
    prepareZXingModule({ overrides: { locateFile: () => data.wasm } });
    detector = new BarcodeDetector({ formats: [...data.formats] });
    return;
  }
  void read(data.frame).then((codes) => self.postMessage(codes));
});

async function read(frame: ImageBitmap): Promise<readonly string[]> {
  try {
    return ((await detector?.detect(frame)) ?? []).map(({ rawValue }) => rawValue);
  } catch {
    // A frame that cannot be read is as one without a code.
    return [];
  } finally {
    frame.close();
  }
}
