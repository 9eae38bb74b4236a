import type { Entry, MediaOfEntry, OutboxStore } from '@furrow/client';

interface KeptFile {
  readonly field: string;
  readonly type: string;
  readonly base64: string;
}

/** An outbox in a file: what the office does not have, and the office's ids of what it refers to. */
interface OutboxFile {
  readonly format: 'furrow-outbox';
  readonly version: 1;
  /** Whose items they are: nobody else can send them. */
  readonly userId: string;
  readonly writtenAt: string;
  readonly entries: readonly Entry[];
  /** The files of items, by item. */
  readonly media: readonly { readonly entryId: string; readonly files: readonly KeptFile[] }[];
}

/** Why a file is not taken. */
export type WhyNot = 'unreadable' | 'newer' | 'of-another-user';

/** How many items were taken, or why none. */
export type Taken = { readonly items: number } | { readonly whyNot: WhyNot };

/** What an outbox contains, as a file; it stays in the outbox. */
export async function outboxFileOf(store: OutboxStore, userId: string, now: Date): Promise<File> {
  const entries = await store.load();
  const media = await Promise.all(
    entries.filter(hasFiles).map(async ({ id }) => ({
      entryId: id,
      files: ((await store.media?.(id)) ?? []).map(({ field, type, bytes }) => ({
        ...{ field, type, base64: toBase64(bytes) },
      })),
    })),
  );
  const writtenAt = now.toISOString();
  const file: OutboxFile = { format: 'furrow-outbox', version: 1, userId, writtenAt, entries, media };
  const name = `furrow-outbox-${writtenAt.replaceAll(/[:.]/g, '-')}.json`;
  return new File([JSON.stringify(file)], name, { type: 'application/json' });
}

/**
 * Puts what such a file contains into an outbox of the same user. Items keep their keys, so the office counts each once,
 * whoever sends it first and however often the file is taken.
 */
export async function takeOutboxFile(text: string, store: OutboxStore, userId: string): Promise<Taken> {
  const file = parsed(text);
  if (file?.format !== 'furrow-outbox' || !Array.isArray(file.entries)) return { whyNot: 'unreadable' };
  if (file.version !== 1) return { whyNot: 'newer' };
  if (file.userId !== userId) return { whyNot: 'of-another-user' };
  // What was refused there may be accepted by now.
  const entries = (file.entries as readonly Entry[]).map((entry): Entry =>
    isItem(entry) ? { ...entry, state: 'waiting' } : entry,
  );
  const media = (file.media ?? []).map(({ entryId, files }): MediaOfEntry => ({
    entryId,
    media: files.map(({ field, type, base64 }) => ({ field, type, bytes: fromBase64(base64) })),
  }));
  await store.put(entries, media);
  return { items: entries.filter(isItem).length };
}

type Item = Extract<Entry, { readonly state: 'waiting' | 'refused' }>;

const isItem = (entry: Entry): entry is Item => entry.kind !== 'receipts' && entry.state !== 'opened';

const hasFiles = (entry: Entry): boolean => isItem(entry) && entry.media !== undefined;

function parsed(text: string): Partial<OutboxFile> | undefined {
  try {
    return (JSON.parse(text) as OutboxFile | null) ?? undefined;
  } catch {
    return undefined;
  }
}

function toBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  // Not all bytes fit into the arguments of one call.
  for (let at = 0; at < bytes.length; at += 8_192)
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 8_192)));
  return btoa(pieces.join(''));
}

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
