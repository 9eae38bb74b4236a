import { Trans, useLingui } from '@lingui/react/macro';

interface Props {
  /** What is leafed through, for whoever hears the buttons. */
  readonly label: string;
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
}

/** Leafs through a list that comes page by page; nothing where there is but one. */
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
