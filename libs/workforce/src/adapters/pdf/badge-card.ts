import { encode } from 'uqr';
import type { BadgeCard } from '../../application/ports.ts';

/** Points of a millimetre. */
const MM = 72 / 25.4;
/** The size of a bank card, upright, in millimetres. */
const CARD = { width: 54, height: 86 };
const COLUMNS = 4;
const ROWS = 2;
export const CARDS_PER_PAGE = COLUMNS * ROWS;

/** In millimetres, from the upper left corner of the card. */
const PHOTO = { x: 4, y: 4, width: 18, height: 22 };
/** At 300 dots per inch. */
export const PHOTO_PIXELS = { width: 213, height: 260 };
const NAME = { x: 24, y: 4.5, width: 26, height: 17 };
const NAME_WITHOUT_PHOTO = { ...NAME, x: 4, width: 46 };
const WORKER_CODE_Y = 22;
/** With the quiet zone of four modules that readers need. */
const QR = { x: 5, y: 27, size: 44 };
const QUIET_MODULES = 4;
const CODE = { x: 3, y: 71, width: 48, height: 12 };

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Style {
  readonly font: 'regular' | 'bold';
  /** In points. */
  readonly largest: number;
  readonly smallest: number;
  readonly align: 'left' | 'center';
}

/** The upper left corner of a card on its page, in points. */
export function placeOf(
  index: number,
  page: { readonly width: number; readonly height: number },
): [x: number, y: number] {
  const left = (page.width - COLUMNS * CARD.width * MM) / 2;
  const top = (page.height - ROWS * CARD.height * MM) / 2;
  const row = Math.floor(index / COLUMNS);
  return [left + (index % COLUMNS) * CARD.width * MM, top + row * CARD.height * MM];
}

/** Draws a card at the origin of the document. */
export class BadgeCardPainter {
  constructor(private readonly document: PDFKit.PDFDocument) {}

  /** @param photo a JPEG */
  draw({ code, fullName, workerCode }: BadgeCard, photo: Uint8Array | undefined): void {
    this.document
      .rect(0, 0, CARD.width * MM, CARD.height * MM)
      .lineWidth(0.25)
      .stroke('#9aa1a9');
    if (photo !== undefined) {
      const size = { width: PHOTO.width * MM, height: PHOTO.height * MM };
      this.document.image(Buffer.from(photo), PHOTO.x * MM, PHOTO.y * MM, size);
    }
    const name = photo === undefined ? NAME_WITHOUT_PHOTO : NAME;
    this.#fitted(fullName, name, { font: 'bold', largest: 13, smallest: 5, align: 'left' });
    const below = { x: name.x, y: WORKER_CODE_Y, width: name.width, height: 4 };
    this.#fitted(workerCode, below, { font: 'regular', largest: 8, smallest: 4, align: 'left' });
    this.#qr(code);
    this.#fitted(code, CODE, { font: 'bold', largest: 24, smallest: 5, align: 'center' });
  }

  /** Black modules, one rectangle for each run in a row. */
  #qr(code: string): void {
    const { data, size } = encode(code, { ecc: 'M', border: QUIET_MODULES });
    const module = (QR.size * MM) / size;
    data.forEach((row, y) => {
      for (let x = 0; x < size; x++) {
        if (!row[x]) continue;
        const start = x;
        while (row[x + 1]) x++;
        const [left, top] = [QR.x * MM + start * module, QR.y * MM + y * module];
        this.document.rect(left, top, (x - start + 1) * module, module);
      }
    });
    this.document.fill('#000');
  }

  /** The largest size at which the text fits into the box; what does not fit even at the smallest is cut. */
  #fitted(text: string, box: Box, { font, largest, smallest, align }: Style): void {
    const width = box.width * MM;
    const height = box.height * MM;
    this.document.font(font).fillColor('#000');
    let size = largest;
    while (!this.#fits(text, size, { width, height }) && size > smallest) size -= 0.5;
    this.document.fontSize(size);
    const used = Math.min(height, this.document.heightOfString(text, { width }));
    const down = align === 'center' ? (height - used) / 2 : 0;
    const options = { width, height: height - down, align, ellipsis: true };
    this.document.text(text, box.x * MM, box.y * MM + down, options);
  }

  #fits(text: string, size: number, { width, height }: { width: number; height: number }): boolean {
    this.document.fontSize(size);
    const widest = Math.max(...text.split(' ').map((word) => this.document.widthOfString(word)));
    return widest <= width && this.document.heightOfString(text, { width }) <= height;
  }
}
