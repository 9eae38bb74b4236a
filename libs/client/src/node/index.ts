export { FolderStore } from './folder-store.ts';
