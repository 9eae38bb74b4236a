import type { Furrow } from '@furrow/client';
import { isPersisted } from '../phone/storage.ts';

/** How often the office hears of a change, and that there is none. */
const CHANGES_MS = 30_000;
const REPEATED_MS = 5 * 60_000;

/** Tells the office how the phone is, so that it sees which one has unsent items. */
export class PhoneReport {
  #accepted: { readonly text: string; readonly at: number } | undefined;

  /** @param phoneId the phone's own name for itself */
  constructor(
    private readonly furrow: Furrow,
    private readonly phoneId: () => Promise<string>,
  ) {}

  /** Tells it, unless the office heard it a moment ago. */
  async tell(unsent: number): Promise<void> {
    const body = { unsent, version: APP_VERSION, persisted: (await isPersisted()) ?? null };
    const [text, at] = [JSON.stringify(body), Date.now()];
    const age = Math.abs(at - (this.#accepted?.at ?? -Infinity));
    if (age < CHANGES_MS || (age < REPEATED_MS && text === this.#accepted?.text)) return;
    const params = { path: { phoneId: await this.phoneId() } };
    const answer = await this.furrow.PUT('/api/control/phones/{phoneId}', { params, body });
    if (answer.ok) this.#accepted = { text, at };
  }
}
