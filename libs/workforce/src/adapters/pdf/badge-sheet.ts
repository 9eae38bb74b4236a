import { createRequire } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import type { BadgeCard } from '../../application/ports.ts';
import { BadgeCardPainter, CARDS_PER_PAGE, PHOTO_PIXELS, placeOf } from './badge-card.ts';

const require = createRequire(import.meta.url);
/** Only programs that make documents have the fonts. */
const fontsOf = () => ({
  regular: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'),
});

export const SHEET_LANGUAGES = ['en', 'es'] as const;
export type SheetLanguage = (typeof SHEET_LANGUAGES)[number];
const TITLES: Readonly<Record<SheetLanguage, string>> = { en: 'Badges', es: 'Credenciales' };

/** @returns a JPEG of this size; undefined without a photo */
export type PhotoOfCard = (photoKey: string, size: typeof PHOTO_PIXELS) => Promise<Uint8Array | undefined>;

/** Cards to cut out, eight on a page of A4 that lies on its side. */
export async function badgeSheetPdf(
  cards: readonly BadgeCard[],
  photoOf: PhotoOfCard,
  language: SheetLanguage,
): Promise<Buffer> {
  const { default: Document } = await import('pdfkit'); // loaded on first use
  const fonts = fontsOf();
  const document = new Document({
    ...{ size: 'A4', layout: 'landscape', margin: 0, autoFirstPage: false },
    ...{ font: fonts.regular, lang: language, info: { Title: TITLES[language] } },
  });
  document.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold);
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => document.on('end', resolve).on('error', reject));
  const painter = new BadgeCardPainter(document);
  for (const [index, card] of cards.entries()) {
    if (index % CARDS_PER_PAGE === 0) document.addPage();
    const photo = card.photoKey === null ? undefined : await photoOf(card.photoKey, PHOTO_PIXELS);
    document.save().translate(...placeOf(index % CARDS_PER_PAGE, document.page));
    painter.draw(card, photo);
    document.restore();
    await setImmediate(); // a card takes a few milliseconds, and a sheet has up to two hundred
  }
  document.end();
  await ended;
  return Buffer.concat(chunks);
}
