import type { ReactNode } from 'react';
import icon from '@furrow/web/icon.svg';

const NAME = 'Furrow';

/** The icon of the console, and a name beside it. */
export function Brand({ name }: { readonly name?: string }) {
  return (
    <>
      <img src={icon} alt="" width="32" height="32" />
      {name !== undefined && <span>{name}</span>}
    </>
  );
}

/** The page while nobody knows who is there: the same as in index.html, so that nothing moves or blinks. */
export function BlankFrame({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <header className="top">
        <div className="brand">
          <Brand />
        </div>
      </header>
      <main aria-busy="true">
        <h1 className="hidden">{NAME}</h1>
        {children}
      </main>
    </>
  );
}

interface FrameProps {
  readonly beside: ReactNode;
  readonly children: ReactNode;
}

/** The page of nobody: it has neither menu nor account. */
export function EntranceFrame({ beside, children }: FrameProps) {
  return (
    <>
      <header className="top">
        <h1 className="brand">
          <Brand name={NAME} />
        </h1>
        {beside}
      </header>
      <main className="entrance">{children}</main>
    </>
  );
}
