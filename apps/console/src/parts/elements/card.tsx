import { type ReactNode, useId } from 'react';

interface Props {
  readonly title: ReactNode;
  /** At the other end of the title's line: a state, a time, a menu. */
  readonly beside?: ReactNode;
  /** Of the title, where something else refers to it. */
  readonly titleId?: string;
  readonly children: ReactNode;
}

/** One thing of a list of things, or one part of an overview, named by its title. */
export function Card({ title, beside, titleId, children }: Props) {
  const ownId = useId();
  const id = titleId ?? ownId;
  return (
    <article className="card" aria-labelledby={id}>
      <header>
        <h3 id={id}>{title}</h3>
        {beside}
      </header>
      {children}
    </article>
  );
}
