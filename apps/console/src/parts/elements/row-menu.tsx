import { EllipsisVertical, type LucideIcon } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';

export interface MenuItem {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly isBad?: boolean;
  readonly isDisabled?: boolean;
  readonly onChoose: () => void;
}

interface Props {
  /** Names the row, because screen readers announce the button without it. */
  readonly label: string;
  readonly items: readonly MenuItem[];
}

const GAP_PX = 4;

/** The actions of a row behind one button: by pointer, or by arrow keys, Home, End and Escape. */
export function RowMenu({ label, items }: Props) {
  const id = useId();
  const { button, menu, isOpen, setOpen, open, close } = useMenu();
  return (
    <>
      <button
        ref={button}
        type="button"
        className="row-menu no-print"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={id}
        // A press closes what is open before it becomes a click.
        onPointerDown={({ currentTarget }) => (currentTarget.dataset['wasOpen'] = String(isOpen))}
        onClick={({ currentTarget, detail }) => {
          if (detail === 0 || currentTarget.dataset['wasOpen'] !== 'true') open();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          open();
        }}
      >
        <EllipsisVertical />
      </button>
      <div
        ref={menu}
        id={id}
        role="menu"
        popover="auto"
        className="menu-panel"
        aria-label={label}
        onToggle={({ newState }) => setOpen(newState === 'open')}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            close();
            button.current?.focus();
          } else walk(event);
        }}
      >
        {items.map((item) => (
          <Item
            key={item.label}
            item={item}
            onClick={() => {
              close();
              button.current?.focus();
              item.onChoose();
            }}
          />
        ))}
      </div>
    </>
  );
}

function Item({ item, onClick }: { readonly item: MenuItem; readonly onClick: () => void }) {
  const { label, icon: Icon, isBad, isDisabled } = item;
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={isBad ? 'bad' : undefined}
      disabled={isDisabled}
      onClick={onClick}
    >
      <Icon /> {label}
    </button>
  );
}

const ITEMS = '[role="menuitem"]:not(:disabled)';

/** A menu over the page at the place of its button; it closes when the page moves. */
function useMenu() {
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => menu.current?.hidePopover();
  useEffect(() => {
    if (!isOpen) return undefined;
    const moved = () => menu.current?.hidePopover();
    addEventListener('scroll', moved, { capture: true, passive: true });
    addEventListener('resize', moved);
    return () => {
      removeEventListener('scroll', moved, { capture: true });
      removeEventListener('resize', moved);
    };
  }, [isOpen]);
  const open = () => {
    if (!button.current || !menu.current) return;
    menu.current.showPopover();
    place(menu.current, button.current.getBoundingClientRect());
    menu.current.querySelector<HTMLElement>(ITEMS)?.focus({ preventScroll: true });
  };
  return { button, menu, isOpen, setOpen, open, close };
}

/** Below the button with their ends together; above it where there is no room below. */
function place(menu: HTMLElement, { top, bottom, right }: DOMRect): void {
  const { offsetHeight: height, offsetWidth: width } = menu;
  const below = bottom + GAP_PX;
  menu.style.left = `${Math.max(GAP_PX, right - width)}px`;
  menu.style.top = `${below + height > innerHeight ? Math.max(GAP_PX, top - GAP_PX - height) : below}px`;
}

/** Moves the focus along the items, from the last one to the first. Tab leaves, which closes the menu. */
function walk(event: KeyboardEvent<HTMLDivElement>): void {
  const { key, currentTarget } = event;
  if (key === 'Tab') currentTarget.hidePopover();
  const items = [...currentTarget.querySelectorAll<HTMLElement>(ITEMS)];
  const at = items.findIndex((item) => item === document.activeElement);
  const to: Readonly<Record<string, number>> = {
    ...{ ArrowDown: (at + 1) % items.length, ArrowUp: (at - 1 + items.length) % items.length },
    ...{ Home: 0, End: items.length - 1 },
  };
  const next = to[key];
  if (next === undefined) return;
  event.preventDefault();
  items[next]?.focus();
}
