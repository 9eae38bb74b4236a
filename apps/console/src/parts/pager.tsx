import { useLingui } from '@lingui/react/macro';

interface Props {
  /** The name of the list, for screen readers. */
  readonly label: string;
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  /** Of the buttons, of a list that is not in order of time. */
  readonly words?: readonly [previous: string, next: string];
  readonly onPage: (page: number) => void;
}

/** Previous and next buttons for a paged list; renders nothing for a single page. */
export function Pager({ label, page, pages, words, onPage }: Props) {
  const { t } = useLingui();
  const [previous, next] = words ?? [t`Newer`, t`Older`];
  if (pages <= 1) return null;
  return (
    <nav className="pager no-print" aria-label={label}>
      <button type="button" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {previous}
      </button>
      <span role="status">{t`Page ${page} of ${pages}`}</span>
      <button type="button" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {next}
      </button>
    </nav>
  );
}
