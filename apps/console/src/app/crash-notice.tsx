import { Trans } from '@lingui/react/macro';
import { Component, type ReactNode } from 'react';
import { session } from '../api/session.ts';

/** An error boundary that keeps the menu when a screen throws, or cannot be loaded offline. */
export class CrashNotice extends Component<{ readonly children: ReactNode }, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch() {
    // Where a proxy guards the files, too, the session may have ended.
    void session.ask();
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
    return (
      <section className="state" role="alert">
        <h1>
          <Trans>This screen cannot be shown</Trans>
        </h1>
        <p>
          <Trans>Nothing is lost. Reload the page; if that does not help, tell the operator of Furrow.</Trans>
        </p>
        <button type="button" onClick={() => location.reload()}>
          <Trans>Reload</Trans>
        </button>
      </section>
    );
  }
}
