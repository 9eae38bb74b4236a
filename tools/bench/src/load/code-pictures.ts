import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
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
const glare = `const light = pen.createRadialGradient(60, -40, 10, 60, -40, 150);
  light.addColorStop(0, 'rgb(255 255 255 / 95%)'); light.addColorStop(1, 'rgb(255 255 255 / 0%)');
  pen.fillStyle = light; pen.fillRect(-480, -270, 960, 540);`;

/** How a code is made worse, always in the same way: a blur in pixels, a turn in degrees, a light that outshines a part. */
const RECIPES = [
  { name: 'as printed', worsen: (size: number) => drawn(size), goal: 99 },
  { name: 'blurred', worsen: (size: number) => `pen.filter = 'blur(2.5px)'; ${drawn(size)}`, goal: 90 },
  { name: 'turned', worsen: (size: number) => `pen.rotate(0.45); ${drawn(size)}`, goal: 90 },
  { name: 'with glare', worsen: (size: number) => `${drawn(size)} ${glare}`, goal: 50 },
  {
    name: 'blurred, turned and small',
    worsen: (size: number) => `pen.filter = 'blur(1px)'; pen.rotate(-0.3); ${drawn(size / 2)}`,
    goal: 90,
  },
] as const;

const KINDS = [
  { format: 'QRCode', title: 'QR', size: 300 },
  { format: 'Code128', title: 'Code 128', size: 520 },
] as const;

/** Codes of badges as QR and Code 128, worsened by each recipe. */
export async function pictures(isQuick: boolean): Promise<readonly Pictures[]> {
  const wasm = fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm'));
  prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm).buffer } });
  const count = isQuick ? 1 : CODES;
  const all: Pictures[] = [];
  for (const { format, title, size } of KINDS) {
    const codes = [];
    for (let i = 0; i < count; i++) {
      const code = `K7${(i * 7_919 + 1_000_003).toString(36).toUpperCase()}`;
      const { image } = await writeBarcode(code, { format, scale: 6 });
      if (!image) throw new Error(`No picture of ${code} was drawn.`);
      const base64 = Buffer.from(await image.arrayBuffer()).toString('base64');
      codes.push({ code, picture: `data:image/png;base64,${base64}` });
    }
    for (const { name, worsen, goal } of RECIPES)
      all.push({ name: `${title}, ${name}`, codes, worsen: `(pen, image) => { ${worsen(size)} }`, goal });
  }
  return all;
}
