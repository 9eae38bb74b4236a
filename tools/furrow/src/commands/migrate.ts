import { migrate } from '@furrow/database';
import { allMigrations } from '@furrow/schema';
import { configuration } from '../configuration.ts';
import type { Answer } from '../output.ts';

export async function migrateAll(): Promise<Answer> {
  const { database } = configuration();
  const applied = await migrate(database.ownerUrl, database.url, allMigrations);
  return {
    document: { applied },
    text: applied.length === 0 ? 'The schema is up to date.' : `Migrated: ${applied.join(', ')}.`,
  };
}
