import { signInAddress } from '@furrow/web';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { LogIn } from 'lucide-react';
import { client } from '../api/session.ts';
import { dataOf } from '../api/furrow.ts';
import { Loading } from '../parts/states.tsx';
import { Candidates } from './candidates.tsx';
import picture from './landing.svg';

/** What this is, for somebody who is not signed in, and how to sign in. */
export function Landing({ wasHere }: { readonly wasHere: boolean }) {
  const { t } = useLingui();
  return (
    <>
      <section className="landing">
        <img src={picture} width="960" height="500" alt="" fetchPriority="low" />
        <h2>{t`Your farm, as it is right now.`}</h2>
        <ul className="lines">
          <li>
            <Trans>
              Crews count what they pick on their phones, also without a network, and nothing is lost.
            </Trans>
          </li>
          <li>
            <Trans>
              Scouts and stations tell where pests are, what the weather does, and what may be harvested.
            </Trans>
          </li>
          <li>{t`The office sees it live, and pays what was worked to the cent.`}</li>
        </ul>
      </section>
      <section className="sign-in" aria-label={t`Sign in`}>
        {wasHere && (
          <p role="alert" className="notice warn">
            <Trans>
              Your sign-in has ended. Sign in again to continue; until then this device shows none of your
              data.
            </Trans>
          </p>
        )}
        <Ways />
      </section>
    </>
  );
}

/** A button that leads to the identity provider, or with development keys the users of the farm. */
function Ways() {
  const { data, isPending } = useQuery({
    queryKey: ['sign-in'],
    queryFn: ({ signal }) => dataOf(client.GET('/api/console/sign-in/options', { signal })),
    retry: false,
  });
  if (isPending) return <Loading />;
  if (data?.way === 'chooser' && data.candidates.length > 0) return <Candidates {...data} />;
  // Where it is refused, the page behind it says why.
  return (
    <a className="button primary" href={signInAddress()}>
      <LogIn />
      <Trans>Sign in</Trans>
    </a>
  );
}
