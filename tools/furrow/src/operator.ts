import { userInfo } from 'node:os';
import { newId } from '@furrow/kernel';
import type { Acting } from '@furrow/platform';

/** Whoever runs this command; each run has an id of its own, so that what it did can be told together. */
export function operator(): Acting {
  return { door: 'operator', actor: login(), requestId: newId() };
}

function login(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? '?'}`; // in a container often nobody has a name
  }
}
