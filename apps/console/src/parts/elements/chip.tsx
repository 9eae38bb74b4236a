import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** What a state means for who reads it; `plain` means nothing. */
export type Tone = 'plain' | 'good' | 'info' | 'warn' | 'bad';

interface Props {
  readonly tone?: Tone;
  readonly icon?: LucideIcon;
  readonly children: ReactNode;
}

/** A state or a category in one or two words. */
export function Chip({ tone = 'plain', icon: Icon, children }: Props) {
  return (
    <span className={`chip ${tone}`}>
      {Icon && <Icon />}
      {children}
    </span>
  );
}
