export { InMemoryMediaStore } from './in-memory-media-store.ts';
export { aDecompressionBomb, aHeavyPhoto, aPhoto, aVastPhoto, dataUrlOf, looksOf, SVG } from './photos.ts';
