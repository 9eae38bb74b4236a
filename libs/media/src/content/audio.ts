import { MAX_MEDIA_BYTES, type MediaContent, MediaTooLarge, UnsupportedMedia } from './media-content.ts';
import { typeOfBytes } from './type-of-bytes.ts';

/** The types that file-type detects, and the media types under which browsers play them. */
const TYPES: Readonly<Record<string, Pick<MediaContent, 'mimeType' | 'extension'>>> = {
  'audio/mp4': { mimeType: 'audio/mp4', extension: 'm4a' },
  'audio/x-m4a': { mimeType: 'audio/mp4', extension: 'm4a' },
  'video/mp4': { mimeType: 'audio/mp4', extension: 'm4a' },
  'audio/ogg': { mimeType: 'audio/ogg', extension: 'ogg' },
  'application/ogg': { mimeType: 'audio/ogg', extension: 'ogg' },
  'video/webm': { mimeType: 'audio/webm', extension: 'webm' },
  'audio/wav': { mimeType: 'audio/wav', extension: 'wav' },
  'audio/mpeg': { mimeType: 'audio/mpeg', extension: 'mp3' },
};

/**
 * Detects a recording by its bytes and keeps it unchanged.
 * @throws UnsupportedMedia | MediaTooLarge
 */
export async function audioOf(bytes: Buffer, field: string): Promise<MediaContent> {
  if (bytes.length > MAX_MEDIA_BYTES) throw new MediaTooLarge(field);
  // Codecs follow a semicolon: `audio/ogg; codecs=opus`.
  const type = TYPES[(await typeOfBytes(bytes)).split(';')[0]?.trim() ?? ''];
  if (type === undefined) throw new UnsupportedMedia(field, 'MP4, OGG, WebM, WAV or MP3 recording');
  return { bytes, ...type };
}
