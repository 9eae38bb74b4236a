import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';

/** The kinds of codes that badges have. */
const FORMATS = ['qr_code', 'code_128'] as const;
/** Wider frames take longer and tell no more. */
const WIDEST = 960;

/** Reads codes from what the camera shows. */
export interface Reader {
  read(video: HTMLVideoElement): Promise<readonly string[]>;
}

interface NativeDetector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
type NativeConstructor = (new (options: { formats: readonly string[] }) => NativeDetector) & {
  getSupportedFormats(): Promise<readonly string[]>;
};

let reader: Promise<Reader> | undefined;

/** The browser's own reader where it has one for these codes, else one in WebAssembly; made once and kept. */
export function codeReader(): Promise<Reader> {
  reader ??= nativeReader().then((native) => native ?? new WorkerReader());
  return reader;
}

async function nativeReader(): Promise<Reader | undefined> {
  const { BarcodeDetector: Native } = globalThis as { BarcodeDetector?: NativeConstructor };
  const formats = (await Native?.getSupportedFormats().catch(() => [])) ?? [];
  if (!Native || !FORMATS.every((format) => formats.includes(format))) return undefined;
  const detector = new Native({ formats: FORMATS });
  return { read: async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue) };
}

/** Reads in a worker, so that the page goes on meanwhile. */
class WorkerReader implements Reader {
  readonly #worker = new Worker(new URL('./reader-worker.ts', import.meta.url), { type: 'module' });
  #waiting: ((codes: readonly string[]) => void) | undefined;

  constructor() {
    this.#worker.postMessage({ wasm: new URL(wasm, location.href).href });
    this.#worker.addEventListener('message', ({ data }: MessageEvent<readonly string[]>) => {
      this.#waiting?.(data);
      this.#waiting = undefined;
    });
  }

  async read(video: HTMLVideoElement): Promise<readonly string[]> {
    const scale = Math.min(1, WIDEST / video.videoWidth);
    const frame = await createImageBitmap(video, {
      resizeWidth: Math.round(video.videoWidth * scale),
      resizeHeight: Math.round(video.videoHeight * scale),
    });
    return new Promise((resolve) => {
      this.#waiting = resolve;
      this.#worker.postMessage({ frame }, [frame]);
    });
  }
}
