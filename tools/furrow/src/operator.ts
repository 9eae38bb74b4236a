import { userInfo } from 'node:os';
import { newId } from '@furrow/kernel';
import type { Acting } from '@furrow/database';

/** The user who runs this command; each run has an id of its own that groups its changes. */
export function operator(): Acting {
  return { channel: 'operator', actor: login(), requestId: newId() };
}

function login(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? '?'}`; // in a container the user often has no name
  }
}
