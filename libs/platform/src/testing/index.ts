export { InMemoryMediaStore } from './in-memory-media-store.ts';
export { aBomb, aPhoto, dataUrlOf, SVG } from './photos.ts';
export { createTestDatabase, type TestDatabase } from './test-database.ts';
