/** The disk or the bucket cannot be written right now; the same request may succeed later. */
export class MediaUnavailable extends Error {
  constructor(options?: ErrorOptions) {
    super('Media cannot be stored.', options);
    this.name = 'MediaUnavailable';
  }
}
