import { newId } from '@furrow/kernel';
import type { KeptMedia, MediaStaging } from '../application/ports.ts';
import type { MediaType } from '../domain/index.ts';

/** Files in memory; their content is not inspected. */
export class InMemoryMediaStaging implements MediaStaging {
  readonly stored = new Map<string, { readonly type: MediaType; readonly bytes: Buffer; kept: boolean }>();
  /** How often a file was put so far. */
  puts = 0;
  /** A field whose files cannot be stored. */
  broken: string | undefined;

  async put(companyId: string, type: MediaType, field: string, bytes: Buffer): Promise<string> {
    if (field === this.broken) throw new Error(`${field} cannot be stored`);
    const key = `${companyId}/${newId()}`;
    this.stored.set(key, { type, bytes, kept: false });
    this.puts += 1;
    return key;
  }

  async discard(keys: readonly string[]): Promise<void> {
    for (const key of keys) if (this.stored.get(key)?.kept === false) this.stored.delete(key);
  }

  async urlOf(key: string): Promise<string> {
    return `memory:${key}`;
  }

  /** Keeps files within a transaction; `onRollback` receives the function that undoes it. */
  keptIn(onRollback: (undo: () => void) => void): KeptMedia {
    const { stored } = this;
    return new (class implements KeptMedia {
      async keep(keys: readonly string[]): Promise<void> {
        for (const key of keys) {
          const file = stored.get(key);
          if (!file) throw new Error(`There is no file ${key}`);
          file.kept = true;
          onRollback(() => {
            file.kept = false;
          });
        }
      }
    })();
  }
}
