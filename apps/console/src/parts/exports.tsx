import { useLingui } from '@lingui/react/macro';

interface Props {
  /** The content of the files, for screen readers. */
  readonly of: string;
  /** Path of the list, in `/api/`. */
  readonly from: string;
  readonly filters?: Filters;
  readonly formats?: readonly Format[];
}

type Filters = Readonly<Record<string, string | number | undefined>>;
type Format = 'csv' | 'xlsx' | 'ndjson' | 'geojson';
const PLAIN: readonly Format[] = ['csv', 'ndjson'];
const NAMES: Readonly<Record<Format, string>> = {
  ...{ csv: 'CSV', xlsx: 'XLSX', ndjson: 'NDJSON', geojson: 'GeoJSON' },
};

/** Links to the whole table as a file, including rows that are not shown. */
export function Exports({ of, from, filters = {}, formats = PLAIN }: Props) {
  const { t, i18n } = useLingui();
  return (
    <p className="exports no-print">
      {t`As a file:`}{' '}
      {formats.map((format) => (
        <a key={format} href={fileAddress(from, filters, format, i18n.locale)} download>
          {NAMES[format]} <span className="hidden">{of}</span>
        </a>
      ))}
    </p>
  );
}

/** Spreadsheets in Spanish use a decimal comma, and so expect semicolons between cells. */
function fileAddress(from: string, filters: Filters, format: Format, locale: string): string {
  const asked = new URLSearchParams({ format });
  for (const [name, value] of Object.entries(filters))
    if (value !== undefined) asked.set(name, String(value));
  if (format === 'csv' && locale === 'es') asked.set('separator', ';');
  return `${from}?${asked.toString()}`;
}
