/**
 * What a refusal means for what was sent:
 * - `again` it may be taken when it is sent again: no signal, too much at once, the server's own trouble
 * - `later` only time can heal it: a phone whose clock is ahead
 * - `refused` sending it again changes nothing: a person has to look
 * - `stop` it is not about what was sent, but about who sends it or where to
 */
export type Verdict = 'again' | 'later' | 'refused' | 'stop';

const AGAIN = [0, 408, 425, 429];
const LATER = ['recorded_in_future', 'opened_in_future', 'started_in_future'];
const STOP = ['aborted', 'no_token', 'route_not_found'];
const FINAL_EVEN_UNSAID = [401, 413];
const ABOUT_CONTENT = ['identity_mismatch', 'not_session_owner'];

export function verdictOf({ status, code }: { status: number; code: string }): Verdict {
  if (STOP.includes(code)) return 'stop';
  if (LATER.includes(code)) return 'later';
  // Without a word of Furrow's it was somebody between: a proxy, the page of a hotel's Wi-Fi.
  const isUnsaid = code === 'unreadable' || (code.startsWith('http_') && !FINAL_EVEN_UNSAID.includes(status));
  if (isUnsaid || AGAIN.includes(status) || status >= 500) return 'again';
  if (status === 401 || status === 403) return ABOUT_CONTENT.includes(code) ? 'refused' : 'stop';
  return 'refused';
}
