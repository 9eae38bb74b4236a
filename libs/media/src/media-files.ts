import type { MediaLinks } from './media-links.ts';
import type { MediaRegister } from './media-register.ts';

/** A file on the disk of this machine, as the API serves it. */
export interface MediaFile {
  /** The folder of all media; the key is a path below it. */
  readonly folder: string;
  readonly mimeType: string;
  /** For how long the link is still valid. */
  readonly secondsLeft: number;
}

/** Opens links to media on the disk of this machine. Links to a bucket point to the bucket itself. */
export class MediaFiles {
  constructor(
    private readonly folder: string | undefined,
    private readonly links: MediaLinks,
    private readonly register: MediaRegister,
  ) {}

  /**
   * @returns undefined if the file does not exist
   * @throws Forbidden before any file is looked for
   */
  async open(key: string, expires: unknown, signature: unknown): Promise<MediaFile | undefined> {
    const secondsLeft = await this.links.check(key, expires, signature);
    const mimeType = this.folder === undefined ? undefined : await this.register.mimeTypeOf(key);
    if (this.folder === undefined || mimeType === undefined) return undefined;
    return { folder: this.folder, mimeType, secondsLeft };
  }
}
