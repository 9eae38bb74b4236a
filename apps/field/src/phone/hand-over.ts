import type { Item } from '@furrow/client';
import { outboxFileOf } from '@furrow/web';
import { isItem } from './row.ts';
import type { UserStore } from './user-store.ts';

export const itemsIn = async (store: UserStore): Promise<readonly Item[]> =>
  (await store.load()).filter(isItem);

/** Gives what is unsent to whoever takes it: another app of the phone, or a file. It stays on the phone. */
export async function handOver(store: UserStore, userId: string): Promise<void> {
  const file = await outboxFileOf(store, userId, new Date());
  if (isTouched() && 'canShare' in navigator && navigator.canShare({ files: [file] })) {
    const isShared = await navigator.share({ files: [file], title: file.name }).then(
      () => true,
      () => false,
    );
    if (isShared) return;
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
