import type { Entry, Item } from '@furrow/client';
import type { Media } from '@furrow/client/outbox';
import { isItem } from './row.ts';
import type { UserStore } from './user-store.ts';

/** An outbox as the console takes it: what is not in the office, and the office's ids of what it refers to. */
export interface OutboxFile {
  readonly format: 'furrow-outbox';
  readonly version: 1;
  readonly userId: string;
  readonly writtenAt: string;
  readonly entries: readonly Entry[];
  /** The files of items, by item; the bytes in base64. */
  readonly media: readonly {
    readonly entryId: string;
    readonly files: readonly { readonly field: string; readonly type: string; readonly base64: string }[];
  }[];
}

export const itemsIn = async (store: UserStore): Promise<readonly Item[]> =>
  (await store.load()).filter(isItem);

/** Gives what is unsent to whoever takes it: another app of the phone, or a file. It stays on the phone. */
export async function handOver(store: UserStore, userId: string): Promise<void> {
  const entries = await store.load();
  const withFiles = entries.filter(isItem).filter(({ media }) => media !== undefined);
  const content: OutboxFile = {
    ...{ format: 'furrow-outbox', version: 1, userId, writtenAt: new Date().toISOString(), entries },
    media: await Promise.all(
      withFiles.map(async ({ id }) => ({ entryId: id, files: (await store.media(id)).map(inBase64) })),
    ),
  };
  const name = `furrow-outbox-${content.writtenAt.replaceAll(/[:.]/g, '-')}.json`;
  const file = new File([JSON.stringify(content)], name, { type: 'application/json' });
  if ('canShare' in navigator && navigator.canShare({ files: [file] }) && isTouched()) {
    const shared = await navigator.share({ files: [file], title: name }).then(
      () => true,
      () => false,
    );
    if (shared) return;
  }
  download(file);
}

/** On a desk a file is saved, not shared. */
const isTouched = () => matchMedia('(pointer: coarse)').matches;

function download(file: File): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

function inBase64({ field, type, bytes }: Media) {
  const pieces: string[] = [];
  // Not all bytes fit into the arguments of one call.
  for (let at = 0; at < bytes.length; at += 8_192)
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 8_192)));
  return { field, type, base64: btoa(pieces.join('')) };
}
