import { DomainError } from '@furrow/kernel';

/** 12 MB of the decoded file. */
export const MAX_MEDIA_BYTES = 12 * 1024 * 1024;

/** Inspected bytes: their type is detected from the content, not from a label or a name. */
export interface MediaContent {
  readonly bytes: Buffer;
  /** Such as `image/jpeg`. */
  readonly mimeType: string;
  /** Without the dot. */
  readonly extension: string;
}

export class UnsupportedMedia extends DomainError {
  override readonly code = 'unsupported_media';
  constructor(field: string, accepted: string) {
    super(`${field} must be a ${accepted}; the file is of another type, or damaged.`, { field });
  }
}

export class MediaTooLarge extends DomainError {
  override readonly code = 'media_too_large';
  constructor(field: string) {
    super(`${field} is larger than 12 MB.`, { field });
  }
}

/** The disk or the bucket cannot be written right now; the same request may succeed later. */
export class MediaUnavailable extends Error {
  constructor(options?: ErrorOptions) {
    super('Media cannot be stored.', options);
    this.name = 'MediaUnavailable';
  }
}
