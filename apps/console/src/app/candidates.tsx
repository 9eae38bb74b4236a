import type { components } from '@furrow/client';
import { signInAddress } from '@furrow/web';
import { useLingui } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import { Face } from '../parts/elements/face.tsx';
import { useRoles } from './roles.ts';

type Options = components['schemas']['SignInOptions'];

/** The users of the farm, of whom with development keys anybody may be any. */
export function Candidates({ candidates, more }: Pick<Options, 'candidates' | 'more'>) {
  const { t } = useLingui();
  const roles = useRoles();
  const companies = new Set(candidates.map(({ companyName }) => companyName));
  return (
    <>
      <h2>{t`Who are you today?`}</h2>
      <p>{t`Development keys replace an identity provider, so you may sign in as any user of the farm.`}</p>
      <ul className="people">
        {candidates.map(({ idpId, name, role, companyName }) => (
          <li key={idpId}>
            <form method="post" action={signInAddress(idpId)}>
              <button type="submit">
                <Face name={name} isLarge />
                <span>
                  {name}
                  <small>{companies.size > 1 ? `${roles[role]} · ${companyName}` : roles[role]}</small>
                </span>
                <ChevronRight />
              </button>
            </form>
          </li>
        ))}
      </ul>
      {more && (
        <p>
          <a href={signInAddress()}>{t`There are more users than are listed here.`}</a>
        </p>
      )}
    </>
  );
}
