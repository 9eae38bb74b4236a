export { mediaOnDisk } from './disk-media.ts';
export { InMemoryMediaStore } from './in-memory-media-store.ts';
export { aBomb, aHeavyPhoto, aPhoto, dataUrlOf, looksOf, SVG } from './photos.ts';
export { createTestDatabase, type TestDatabase } from './test-database.ts';
