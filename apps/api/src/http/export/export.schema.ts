import * as s from '../../openapi/schema.ts';
import { wholeExample } from '../../openapi/whole-example.ts';
import { csvLine } from './csv.ts';
import type { ListForm } from './list-answer.ts';

/**
 * The other formats of a list in the API's document, with an example of an item in each.
 * @param items what a line of CSV is, such as `One line per session`
 */
export function exportsOf<Item>(
  schema: s.Schema,
  items: string,
  { table, featureOf, member = 'data' }: ListForm<Item>,
) {
  const [example] =
    (wholeExample(schema) as Readonly<Record<string, readonly Item[] | undefined>>)[member] ?? [];
  if (example === undefined) throw new Error('The list has no example');
  const times = table.headings.some((heading) => /local/i.test(heading))
    ? 'in UTC and in local time'
    : 'in UTC';
  const lines = [table.headings, ...table.rows(example)].map((cells) => csvLine(cells, ','));
  return {
    'text/csv': {
      schema: s.about(s.text, `UTF-8 with a byte order mark. ${items}; instants ${times}`),
      example: lines.join(''),
    },
    'application/x-ndjson': { schema: s.about(s.text, `One object per line, each as in \`${member}\``) },
    ...(featureOf && {
      'application/geo+json': {
        schema: s.object({
          type: s.about(s.oneOf('FeatureCollection'), 'Of RFC 7946'),
          features: s.about(
            s.listOf(s.anyObject),
            'One Feature per item; its geometry is a Point, longitude first, or null; its properties are the other members',
            [featureOf(example)],
          ),
        }),
      },
    }),
  };
}
