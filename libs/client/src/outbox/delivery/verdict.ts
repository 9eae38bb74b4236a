/**
 * What a refusal means for the item:
 * - `again` repeating it may succeed: no signal, overload, a server error
 * - `later` only time helps: the phone's clock is ahead
 * - `refused` repeating it changes nothing: a person has to look
 * - `stop` the reason is the credential or the address, not the item
 */
export type Verdict = 'again' | 'later' | 'refused' | 'stop';

const AGAIN = [0, 408, 425, 429];
const LATER = ['recorded_in_future', 'opened_in_future', 'started_in_future', 'ends_in_future'];
const STOP = ['aborted', 'no_token', 'route_not_found'];
const FINAL_EVEN_UNSAID = [401, 413];
const ABOUT_CONTENT = ['identity_mismatch', 'not_session_owner', 'paid_by_frozen_run'];

export function verdictOf({ status, code }: { status: number; code: string }): Verdict {
  if (STOP.includes(code)) return 'stop';
  if (LATER.includes(code)) return 'later';
  // An answer without a code of Furrow comes from a proxy or a login page of a Wi-Fi network.
  const isUnsaid = code === 'unreadable' || (code.startsWith('http_') && !FINAL_EVEN_UNSAID.includes(status));
  if (isUnsaid || AGAIN.includes(status) || status >= 500) return 'again';
  if (status === 401 || status === 403) return ABOUT_CONTENT.includes(code) ? 'refused' : 'stop';
  return 'refused';
}
