import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useFormat } from '../../../parts/format.ts';
import { countsOf, type IndicatorName } from './indicator.ts';
import type { Season } from './indicator-query.ts';
import { useMethodNames } from './names.ts';

interface Props {
  readonly name: IndicatorName;
  readonly from: string;
  readonly season: Season;
  readonly hasBefore: boolean;
}

/** More stations are counted, and listed on demand. */
const FEW = 3;

/** The parameters of the figures, as reported by the answer. */
export function IndicatorWords({ name, from, season: { data, meta }, hasBefore }: Props) {
  const { t, i18n } = useLingui();
  const { date, number } = useFormat();
  const { missing, byHargreaves } = countsOf(data);
  const share = number(Number(meta.parameters['minCoverage']) * 100, 0);
  const since = date(from);
  const stations = new Intl.ListFormat(i18n.locale).format(meta.stations);
  return (
    <div className="words">
      <p>
        <Method name={name} meta={meta} /> {t`Since ${since}.`}{' '}
        {meta.stations.length > 0 && meta.stations.length <= FEW && t`Stations: ${stations}.`}{' '}
        {byHargreaves > 0 && meta.method === 'auto' && (
          <Plural
            value={byHargreaves}
            one="One day by Hargreaves, for lack of hours."
            other="# days by Hargreaves, for lack of hours."
          />
        )}
      </p>
      {meta.stations.length > FEW && (
        <details>
          <summary>
            <Plural value={meta.stations.length} one="# station" other="# stations" />
          </summary>
          {stations}
        </details>
      )}
      {missing > 0 && (
        <p>
          <Plural value={missing} one="One day has no value:" other="# days have no value:" />{' '}
          {t`less than ${share} % of the hours were measured, or other data is missing.`}
        </p>
      )}
      {!hasBefore && <p>{t`There is no data for the year before.`}</p>}
      <p>
        <small lang="en">{meta.source}</small>
      </p>
    </div>
  );
}

function Method({ name, meta: { method, parameters } }: Pick<Props, 'name'> & Pick<Season, 'meta'>) {
  const { number } = useFormat();
  const names = useMethodNames();
  const way = names[method] ?? method;
  if (name === 'dli') return <Trans>Light that plants can use, by day.</Trans>;
  if (name === 'powdery-mildew')
    return <Trans>From 0 to 100. From 60 on, spray at the shortest interval.</Trans>;
  if (name === 'heat-index')
    return (
      <Trans>
        What the air feels like in the shade, in the hottest hour of each day; up to 8 °C more in the sun.
      </Trans>
    );
  if (name === 'chill') return <Trans>Cold that buds need in winter: {way}.</Trans>;
  if (name === 'et0') return <Trans>Water that a reference lawn loses to the air: {way}.</Trans>;
  const base = number(Number(parameters['base']));
  if (typeof parameters['upper'] !== 'number')
    return (
      <Trans>
        Heat above {base} °C, by {way}.
      </Trans>
    );
  const upper = number(parameters['upper']);
  const cutoff = names[String(parameters['cutoff'])] ?? '';
  return (
    <Trans>
      Heat above {base} °C, by {way}; above {upper} °C {cutoff}.
    </Trans>
  );
}
