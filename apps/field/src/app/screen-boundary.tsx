import { Trans } from '@lingui/react/macro';
import { RefreshCw } from 'lucide-react';
import { Component, type ReactNode } from 'react';

interface Props {
  readonly children: ReactNode;
}

/** Keeps the bar and the menu where a screen fails, such as one whose scripts cannot be loaded. */
export class ScreenBoundary extends Component<Props, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <section role="alert" className="card">
        <h1>
          <Trans>This screen does not open</Trans>
        </h1>
        <p>
          <Trans>
            What is stored on this phone is safe. Without signal it may not have all of the app yet.
          </Trans>
        </p>
        <button type="button" onClick={() => location.reload()}>
          <RefreshCw />
          <Trans>Try again</Trans>
        </button>
      </section>
    );
  }
}
