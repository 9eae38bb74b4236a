import { type LucideIcon, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';

interface Props {
  readonly id: string;
  readonly title: string;
  /** What the button says that opens the form of a new item. */
  readonly add: string;
  readonly icon?: LucideIcon;
  readonly form: (onClose: () => void) => ReactNode;
  readonly children: ReactNode;
}

/** A part of the settings to which items can be added. */
export function Adding({ id, title, add, icon: Icon = Plus, form, children }: Props) {
  const [isOpen, open] = useState(false);
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
      <p className="add no-print">
        <button type="button" onClick={() => open(true)}>
          <Icon /> {add}
        </button>
      </p>
      {isOpen && form(() => open(false))}
    </section>
  );
}
