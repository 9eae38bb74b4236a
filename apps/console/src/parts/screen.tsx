import type { ReactNode } from 'react';

interface Props {
  readonly title: ReactNode;
  /** What belongs to all of it: how fresh it is, a date, a button. */
  readonly beside?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every screen: its name, what stands beside that, and what it shows. */
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
