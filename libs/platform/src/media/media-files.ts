import type { MediaLinks } from './media-links.ts';
import type { MediaRegister } from './media-register.ts';

/** A medium on the disk of this machine, as the API serves it. */
export interface MediaFile {
  /** The folder all media are in; the key is a path below it. */
  readonly folder: string;
  readonly mimeType: string;
  /** For how long its link still serves. */
  readonly secondsLeft: number;
}

/** Opens links to media on the disk of this machine. Those to a bucket lead there, and never come by here. */
export class MediaFiles {
  constructor(
    private readonly folder: string | undefined,
    private readonly links: MediaLinks,
    private readonly register: MediaRegister,
  ) {}

  /**
   * @returns undefined when it is not there
   * @throws MediaLinkRefused, before anything is looked for
   */
  async open(key: string, expires: unknown, signature: unknown): Promise<MediaFile | undefined> {
    const secondsLeft = await this.links.check(key, expires, signature);
    const mimeType = this.folder === undefined ? undefined : await this.register.mimeTypeOf(key);
    if (this.folder === undefined || mimeType === undefined) return undefined;
    return { folder: this.folder, mimeType, secondsLeft };
  }
}
