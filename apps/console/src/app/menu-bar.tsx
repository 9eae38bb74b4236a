import { useLingui } from '@lingui/react/macro';
import { Ellipsis } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Screen } from './menu.ts';

/** As many as a thumb can tell apart on a narrow phone. */
const PLACES = 5;

/** The screens of a role: beside a desk's screen all of them, on a phone the first, and the others behind "More". */
export function Menu({ items }: { readonly items: readonly Screen[] }) {
  const { t } = useLingui();
  const rest = items.slice(PLACES);
  return (
    <nav className="menu" aria-label={t`Screens`}>
      <Places items={items.slice(0, PLACES)} />
      {rest.length > 0 && <More items={rest} />}
    </nav>
  );
}

interface PlacesProps {
  readonly items: readonly Screen[];
  readonly id?: string;
  readonly className?: string | undefined;
}

function Places({ items, ...list }: PlacesProps) {
  const { i18n } = useLingui();
  const [location] = useLocation();
  return (
    <ul {...list}>
      {items.map(({ path, label, icon: Icon }) => (
        <li key={path}>
          <Link href={path} aria-current={location.startsWith(path) ? 'page' : undefined}>
            <Icon />
            {i18n._(label)}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function More({ items }: { readonly items: readonly Screen[] }) {
  const { t } = useLingui();
  const [location] = useLocation();
  const [isOpen, open] = useState(false);
  const part = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => open(false), [location]);
  useEffect(() => {
    const close = ({ target }: Event) => {
      if (!part.current?.contains(target as Node)) open(false);
    };
    document.addEventListener('pointerdown', close);
    return () => document.removeEventListener('pointerdown', close);
  }, []);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !isOpen) return;
    open(false);
    button.current?.focus();
  };
  const isHere = items.some(({ path }) => location.startsWith(path));
  return (
    <div ref={part} className="rest" onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        className={isHere ? 'more current' : 'more'}
        aria-expanded={isOpen}
        aria-controls="more-screens"
        onClick={() => open(!isOpen)}
      >
        <Ellipsis />
        {t`More`}
      </button>
      <Places id="more-screens" className={isOpen ? 'open' : undefined} items={items} />
    </div>
  );
}
