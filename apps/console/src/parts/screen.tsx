import type { ReactNode } from 'react';

interface Props {
  readonly title: ReactNode;
  /** Content about the whole screen: freshness, a date, a button. */
  readonly beside?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every screen: its title, what is beside it, and its content. */
export function Screen({ title, beside, children }: Props) {
  return (
    <>
      <div className="heading">
        <h1>{title}</h1>
        {beside}
      </div>
      {children}
    </>
  );
}
