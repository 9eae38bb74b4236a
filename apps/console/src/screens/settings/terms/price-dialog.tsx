import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useCompany } from '../../../app/signed-in.ts';
import type { FarmPrice } from '../../../farm/farm-file.ts';
import { Choose } from '../../../parts/fields/choose.tsx';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { todayIn } from '../../../time/local-day.ts';
import { ChangeDialog } from '../../../parts/farm/change-dialog.tsx';
import { useMemberNames } from '../../../parts/farm/words.ts';
import { useShownFarm } from '../shown-farm.ts';
import { draftOf, NAMED, type PriceDraft, priceOf } from './price-draft.ts';

interface Props {
  readonly price?: FarmPrice | undefined;
  readonly onClose: () => void;
}

/** A price; of one that exists only the amount can be changed, because what it names makes it another one. */
export function PriceDialog({ price, onClose }: Props) {
  const { t } = useLingui();
  const names = useMemberNames();
  const options = useOptions();
  const { timezone } = useCompany();
  const [draft, setDraft] = useState(() => draftOf(price, todayIn(timezone)));
  const field = (name: keyof PriceDraft) => ({
    label: names[name] ?? name,
    value: draft[name],
    onChange: (value: string) => setDraft({ ...draft, [name]: value }),
  });
  const isNew = price === undefined;
  const title = isNew ? t`Add a price` : t`Change the price`;
  return (
    <ChangeDialog title={title} onClose={onClose} part={() => ({ prices: [priceOf(draft)] })}>
      <TextField {...field('validFrom')} type="date" required readOnly={!isNew} />
      <TextField {...field('unit')} required maxLength={50} readOnly={!isNew} />
      <TextField {...field('price')} type="number" step="any" min={0} required />
      {isNew &&
        NAMED.map((name) => (
          <Choose key={name} {...field(name)} options={[{ value: '', label: t`all` }, ...options[name]]} />
        ))}
      <p className="wide">
        <Trans>
          Of the prices that fit, the one holds that says most. It pays recorded days too, and what was paid
          of them is adjusted.
        </Trans>
      </p>
    </ChangeDialog>
  );
}

/** What the farm has of each. */
function useOptions() {
  const { projects, qualities, containers } = useShownFarm();
  const keyed = (items: readonly { readonly key: string; readonly name: string }[]) =>
    items.map(({ key, name }) => ({ value: key, label: name }));
  const distinct = (values: readonly (string | null)[]) =>
    [...new Set(values.filter((value) => value !== null))].map((value) => ({ value, label: value }));
  const sectors = projects.flatMap((project) => project.sectors);
  return {
    ...{ project: keyed(projects), quality: keyed(qualities), container: keyed(containers) },
    crop: distinct(sectors.map(({ crop }) => crop)),
    variety: distinct(sectors.map(({ variety }) => variety)),
  };
}
