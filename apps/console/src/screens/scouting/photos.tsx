import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { whenIdle } from '../../api/idle.ts';
import type { Project } from '../../api/places.ts';
import type { Form } from '../../api/types.ts';
import { Answered } from '../../parts/answered.tsx';
import { useFormat } from '../../parts/format.ts';
import { type Days, useFilledIn, useScoutingForms } from './scouting-query.ts';

interface Props {
  readonly project: Project;
  readonly days: Days;
}

const photoFields = ({ fields }: Form) =>
  fields.filter(({ type }) => type === 'photo').map(({ name }) => name);

/** Photos of scouts. Their records are more than the rest of the screen together, which does not wait for them. */
export function Photos(props: Props) {
  const [isTurn, setTurn] = useState(false);
  useEffect(() => whenIdle(() => setTurn(true)), []);
  return isTurn && <OfForms {...props} />;
}

function OfForms(props: Props) {
  return (
    <Answered of={useScoutingForms()}>
      {(forms) =>
        forms
          .filter((form) => form.type === 'monitoring' && photoFields(form).length > 0)
          .map((form) => <OfForm key={form.formId} {...props} form={form} />)
      }
    </Answered>
  );
}

function OfForm({ project, days, form }: Props & { readonly form: Form }) {
  const { t } = useLingui();
  const { dateTime } = useFormat();
  const names = photoFields(form);
  return (
    <Answered of={useFilledIn(form.formId, project.projectId, days)}>
      {(records) => {
        const photos = records.flatMap((record) =>
          record.media.filter(({ field }) => names.includes(field)).map(({ url }) => ({ url, record })),
        );
        if (photos.length === 0) return null;
        return (
          <section>
            <h2>
              {t`Photos`} · {form.name}
            </h2>
            <ul className="photos">
              {photos.map(({ url, record: { recordedAt, sector_name, user_name } }) => {
                const when = dateTime(recordedAt, project.timezone);
                const where = sector_name ?? t`No sector`;
                return (
                  <li key={url}>
                    <a href={url}>
                      <img src={url} alt={t`Photo of ${where}, ${when}`} loading="lazy" />
                    </a>
                    <small>
                      {where} · {when} · {user_name}
                    </small>
                  </li>
                );
              })}
            </ul>
          </section>
        );
      }}
    </Answered>
  );
}
