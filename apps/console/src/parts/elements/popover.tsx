import { type ReactNode, useEffect, useRef } from 'react';
import { closeOnEscape } from './close-on-escape.ts';

interface Props {
  /** What is pressed. */
  readonly label: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A panel over the page that a button opens; Escape and a press elsewhere close it. */
export function Popover({ label, className = '', children }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = ({ target }: Event) => {
      if (details.current?.open && !details.current.contains(target as Node)) details.current.open = false;
    };
    document.addEventListener('pointerdown', close);
    return () => document.removeEventListener('pointerdown', close);
  }, []);
  return (
    <details ref={details} className={`popover ${className}`} onKeyDown={closeOnEscape}>
      <summary>{label}</summary>
      <div className="panel">{children}</div>
    </details>
  );
}
