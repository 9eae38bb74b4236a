import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { PlotLine } from '../../parts/plot/plot-props.ts';
import type { Quantity } from './climate-query.ts';

/** Names and units of what stations measure. */
export function useQuantities(): Readonly<Record<Quantity, PlotLine>> {
  const { t } = useLingui();
  return useMemo(
    () => ({
      te: { label: t`Temperature`, unit: '°C', digits: 1 },
      hr: { label: t`Relative humidity`, unit: '%', digits: 0 },
      vpd: { label: t`Vapour pressure deficit`, unit: 'kPa', digits: 2 },
      wind: { label: t`Wind`, unit: 'm/s', digits: 1 },
      rain: { label: t`Rain`, unit: 'mm', digits: 1, kind: 'bars' },
      rad: { label: t`Global radiation`, unit: 'W/m²', digits: 0 },
      par: { label: t`Light (PAR)`, unit: 'µmol/m²/s', digits: 0 },
      wet: { label: t`Leaf wetness`, unit: 'min', digits: 0, kind: 'bars' },
    }),
    [t],
  );
}
