import { Trans, useLingui } from '@lingui/react/macro';

interface Props {
  /** The content of the files, for screen readers. */
  readonly of: string;
  /** Address of the list, in `/api/`, with its filters. */
  readonly from: string;
  readonly formats?: readonly Format[];
}

type Format = 'csv' | 'xlsx' | 'ndjson' | 'geojson';
const PLAIN: readonly Format[] = ['csv', 'ndjson'];
const NAMES: Readonly<Record<Format, string>> = {
  ...{ csv: 'CSV', xlsx: 'XLSX', ndjson: 'NDJSON', geojson: 'GeoJSON' },
};

/** Links to the whole table as a file, including rows that are not shown. */
export function Exports({ of, from, formats = PLAIN }: Props) {
  const { i18n } = useLingui();
  return (
    <p className="exports no-print">
      <Trans>As a file:</Trans>{' '}
      {formats.map((format) => (
        <a key={format} href={fileAddress(from, format, i18n.locale)} download>
          {NAMES[format]} <span className="hidden">{of}</span>
        </a>
      ))}
    </p>
  );
}

/** Spreadsheets in Spanish use a decimal comma, and so expect semicolons between cells. */
export function fileAddress(from: string, format: Format, locale: string): string {
  const [path = '', query = ''] = from.split('?');
  const asked = new URLSearchParams(query);
  asked.set('format', format);
  if (format === 'csv' && locale === 'es') asked.set('separator', ';');
  return `${path}?${asked.toString()}`;
}
