import { Trans, useLingui } from '@lingui/react/macro';

interface Props {
  /** The name of the list, for screen readers. */
  readonly label: string;
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
}

/** Previous and next buttons for a paged list; renders nothing for a single page. */
export function Pager({ label, page, pages, onPage }: Props) {
  const { t } = useLingui();
  if (pages <= 1) return null;
  return (
    <nav className="pager no-print" aria-label={label}>
      <button type="button" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t`Newer`}
      </button>
      <span role="status">
        <Trans>
          Page {page} of {pages}
        </Trans>
      </span>
      <button type="button" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {t`Older`}
      </button>
    </nav>
  );
}
