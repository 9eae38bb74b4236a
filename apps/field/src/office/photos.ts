import type { UserStore } from '../phone/user-store.ts';
import type { Picker } from './answers.ts';

/** As large as a face is shown over the whole screen of a phone. */
const PIXELS = 320;

interface Photo {
  readonly updatedAt: string;
  /** JPEG, because old versions of Safari lose blobs. */
  readonly bytes: ArrayBuffer;
}

const urls = new Map<string, Promise<string | undefined>>();

/** The address of a worker's photo on this phone; undefined without one. */
export function photoOf(store: UserStore, workerId: string): Promise<string | undefined> {
  let url = urls.get(workerId);
  if (!url) {
    url = store.read<Photo>(nameOf(workerId)).then(
      (photo) => photo && URL.createObjectURL(new Blob([photo.bytes], { type: 'image/jpeg' })),
      () => undefined,
    );
    urls.set(workerId, url);
  }
  return url;
}

/** Stores photos that the phone does not have, small, one after the other. Links to them expire within the hour. */
export async function keepPhotos(store: UserStore, pickers: readonly Picker[]): Promise<void> {
  const kept = new Set(await store.names(nameOf('')));
  for (const { id, photoUrl, updatedAt } of pickers) {
    if (photoUrl === null) continue;
    if (kept.has(nameOf(id)) && (await store.read<Photo>(nameOf(id)))?.updatedAt === updatedAt) continue;
    const bytes = await smallPhoto(photoUrl).catch(() => undefined);
    // Without an answer the others will not come either.
    if (!bytes) return;
    await store.write(nameOf(id), { updatedAt, bytes });
    urls.delete(id);
  }
}

async function smallPhoto(url: string): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The photo was answered with ${response.status}.`);
  const image = await createImageBitmap(await response.blob());
  const scale = Math.min(1, PIXELS / Math.min(image.width, image.height));
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [Math.round(image.width * scale), Math.round(image.height * scale)];
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.8));
  if (!blob) throw new Error('The photo could not be drawn.');
  return blob.arrayBuffer();
}

const nameOf = (workerId: string): string => `photo/${workerId}`;
