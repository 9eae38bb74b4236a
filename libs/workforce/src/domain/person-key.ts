import { folded } from './folding.ts';
import type { WorkerDetails } from './worker-details.ts';

/** Equal for equal first and last names, whatever their case, accents and spacing. */
export function nameKey({ firstName, lastName }: Pick<WorkerDetails, 'firstName' | 'lastName'>): string {
  return [firstName, lastName].map((name) => folded(name).replaceAll(' ', '')).join('/');
}

/** Equal for equal documents, however they are punctuated; null without a document. */
export function documentKey({ documentId }: Pick<WorkerDetails, 'documentId'>): string | null {
  if (documentId === null) return null;
  return folded(documentId).replace(/[^\p{L}\p{N}]/gu, '') || documentId;
}
