import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';

const CODES = 40;

export interface Pictures {
  readonly name: string;
  readonly codes: readonly { readonly code: string; readonly picture: string }[];
  /** A function of the page that draws a code as a camera sees it: `(pen, image) => …`, the middle at 0, 0. */
  readonly worsen: string;
  /** The part that has to be read, in percent. */
  readonly goal: number;
}

const drawn = (width: number) =>
  `const w = ${width}; const h = w * image.height / image.width; pen.drawImage(image, -w / 2, -h / 2, w, h);`;
const glare = `const light = pen.createRadialGradient(60, -40, 4, 60, -40, 60);
  light.addColorStop(0, 'rgb(255 255 255 / 95%)'); light.addColorStop(1, 'rgb(255 255 255 / 0%)');
  pen.fillStyle = light; pen.fillRect(-480, -270, 960, 540);`;

interface Kind {
  readonly format: 'QRCode' | 'Code128';
  readonly title: string;
  /** In pixels. */
  readonly width: number;
  readonly blur: number;
  /** In radians: the lines of a Code 128 have to cross all of it. */
  readonly turn: number;
}

const KINDS: readonly Kind[] = [
  { format: 'QRCode', title: 'QR', width: 300, blur: 2.5, turn: 0.45 },
  { format: 'Code128', title: 'Code 128', width: 520, blur: 1.5, turn: 0.25 },
];

/** How a code is made worse, always in the same way: a blur in pixels, a turn, a light that outshines a part. */
const RECIPES: readonly {
  readonly name: string;
  readonly worsen: (kind: Kind) => string;
  readonly goal: number;
}[] = [
  { name: 'as printed', worsen: ({ width }) => drawn(width), goal: 99 },
  {
    name: 'blurred',
    worsen: ({ width, blur }) => `pen.filter = 'blur(${blur}px)'; ${drawn(width)}`,
    goal: 90,
  },
  { name: 'turned', worsen: ({ width, turn }) => `pen.rotate(${turn}); ${drawn(width)}`, goal: 90 },
  { name: 'with glare', worsen: ({ width }) => `${drawn(width)} ${glare}`, goal: 90 },
  {
    name: 'blurred, turned and small',
    worsen: ({ width, blur, turn }) =>
      `pen.filter = 'blur(${blur / 3}px)'; pen.rotate(${-turn / 2}); ${drawn(width * 0.6)}`,
    goal: 90,
  },
];

/** Codes of badges as QR and Code 128, worsened by each recipe. */
export async function pictures(isQuick: boolean): Promise<readonly Pictures[]> {
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm');
  prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm).buffer } });
  const count = isQuick ? 1 : CODES;
  const all: Pictures[] = [];
  for (const kind of KINDS) {
    const { format, title } = kind;
    // As badges are printed.
    const options = format === 'QRCode' ? 'ecLevel=M' : '';
    const codes = [];
    for (let i = 0; i < count; i++) {
      const code = `K7${(i * 7_919 + 1_000_003).toString(36).toUpperCase()}`;
      const { image } = await writeBarcode(code, { format, scale: 6, options });
      if (!image) throw new Error(`No picture of ${code} was drawn.`);
      const base64 = Buffer.from(await image.arrayBuffer()).toString('base64');
      codes.push({ code, picture: `data:image/png;base64,${base64}` });
    }
    for (const { name, worsen, goal } of RECIPES)
      all.push({ name: `${title}, ${name}`, codes, worsen: `(pen, image) => { ${worsen(kind)} }`, goal });
  }
  return all;
}
