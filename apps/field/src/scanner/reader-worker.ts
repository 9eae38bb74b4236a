import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader';

type Message = { readonly wasm: string; readonly frame?: undefined } | { readonly frame: ImageBitmap };

/** The kinds of codes that badges have. */
const OPTIONS: ReaderOptions = { formats: ['QRCode', 'Code128'], tryHarder: true };
/** What tells black from white: by its surroundings, and where a light outshines a part of the code, by the whole picture. */
const BINARIZERS = ['LocalAverage', 'GlobalHistogram'] as const;

let canvas: OffscreenCanvas | undefined;

self.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  // From this host: without it the library asks another one.
  if (data.frame === undefined) prepareZXingModule({ overrides: { locateFile: () => data.wasm } });
  else void read(data.frame).then((codes) => self.postMessage(codes));
});

async function read(frame: ImageBitmap): Promise<readonly string[]> {
  try {
    const picture = pictureOf(frame);
    for (const binarizer of BINARIZERS) {
      const found = await readBarcodes(picture, { ...OPTIONS, binarizer });
      if (found.length > 0) return found.map(({ text }) => text);
    }
  } catch {
    // A frame that cannot be read is as one without a code.
  } finally {
    frame.close();
  }
  return [];
}

function pictureOf(frame: ImageBitmap): ImageData {
  const { width, height } = frame;
  if (canvas?.width !== width || canvas.height !== height) canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen) throw new Error('There is no canvas.');
  pen.drawImage(frame, 0, 0);
  return pen.getImageData(0, 0, width, height);
}
