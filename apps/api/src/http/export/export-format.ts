import { ValidationFailed } from '@furrow/kernel';
import { ApiProperty } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { type FeedQuery, isFollowing } from '../feed-query.ts';
import { About, allOf, IfGiven, OneOf } from '../fields.ts';
import { type Separator, SEPARATORS } from './csv.ts';

export const FORMATS = ['json', 'csv', 'ndjson', 'geojson'] as const;
export type Format = (typeof FORMATS)[number];

const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  json: 'application/json',
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  geojson: 'application/geo+json',
};

/** The formats of a list whose items have no position. */
export const PLACELESS = ['json', 'csv', 'ndjson'] as const satisfies readonly Format[];

/** On a member of a query: the requested format. In any format but JSON a list with pages is answered as a whole. */
export const FormatAsked = ({
  of: formats = FORMATS,
  isPaged = false,
}: { readonly of?: readonly Format[]; readonly isPaged?: boolean } = {}) => {
  const whole = isPaged
    ? 'Everything that matches the filters in one stream instead of a page: '
    : 'Instead of JSON: ';
  const geoJson = formats.includes('geojson') ? ', or GeoJSON' : '';
  return allOf(
    About(
      `${whole}CSV for spreadsheets, or one JSON object per line${geoJson}. The header \`Accept\` has the same effect`,
    ),
    IfGiven(OneOf(formats)),
  );
};

/** On a member of a query: the separator of CSV. */
export const SeparatorAsked = () =>
  allOf(
    About('For CSV: `;` for spreadsheets with a decimal comma, which numbers then have too', ';'),
    IfGiven(OneOf(SEPARATORS), ApiProperty({ default: ',' })),
  );

/** The format in the query, else the one that `Accept` prefers; JSON if it prefers none of these. */
function formatOf(request: Request, asked: Format | undefined, formats: readonly Format[] = FORMATS): Format {
  if (asked !== undefined) return asked;
  const accepted = request.accepts(formats.map((format) => MEDIA_TYPES[format]));
  return formats.find((format) => MEDIA_TYPES[format] === accepted) ?? 'json';
}

/** The requested form of a list. */
export interface ExportAsked {
  readonly format: Format;
  readonly separator?: Separator | undefined;
}

/**
 * Combines the query and `Accept`.
 * @param formats of the list
 * @throws ValidationFailed if a feed is requested in another format than JSON, which alone has the cursor
 */
export function exportAsked(
  request: Request,
  response: Response,
  query: Partial<ExportAsked> & Partial<FeedQuery>,
  formats: readonly Format[] = PLACELESS,
): ExportAsked {
  const format = formatOf(request, query.format, formats);
  response.vary('Accept');
  if (format !== 'json' && isFollowing(query))
    throw ValidationFailed.of('format', 'must be json, or left out, where updatedSince or cursor is given');
  return { format, separator: query.separator };
}
