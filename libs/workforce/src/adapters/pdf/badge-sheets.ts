import type { MediaStore } from '@furrow/media';
import type { MakeBadgeCards } from '../../application/badges/make-badge-cards.ts';
import { badgeSheetPdf, type SheetLanguage } from './badge-sheet.ts';

/** Prints the badges of workers. */
export class BadgeSheets {
  constructor(
    private readonly cards: MakeBadgeCards,
    private readonly media: MediaStore,
  ) {}

  /** @returns a PDF. @throws WorkerNotFound, and nobody gets a badge */
  async print(companyId: string, workerIds: readonly string[], language: SheetLanguage): Promise<Buffer> {
    const cards = await this.cards.execute(companyId, workerIds);
    return badgeSheetPdf(cards, (key, size) => this.media.thumbnail(key, size), language);
  }
}
