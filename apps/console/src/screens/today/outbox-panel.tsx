import { Plural, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useOutbox, useOutboxStatus } from '../../api/outbox.ts';

/** Actions on this device that the server does not have yet. */
export function OutboxPanel() {
  const { waiting, refused } = useOutboxStatus();
  if (waiting + refused === 0) return null;
  return (
    <section className="notice warn outbox">
      {waiting > 0 && (
        <p role="status">
          <Plural
            value={waiting}
            one="# item waits on this device to be sent."
            other="# items wait on this device to be sent."
          />
        </p>
      )}
      {refused > 0 && <RefusedItems count={refused} />}
    </section>
  );
}

function RefusedItems({ count }: { readonly count: number }) {
  const { t } = useLingui();
  const outbox = useOutbox();
  const queries = useQueryClient();
  const queryKey = ['outbox-refused', count];
  const { data = [] } = useQuery({
    queryKey,
    queryFn: () => outbox.refused(),
    gcTime: 0,
  });
  const decide = async (what: Promise<unknown>) => {
    await what;
    await outbox.sync();
    await queries.invalidateQueries({ queryKey: ['outbox-refused'] });
  };
  return (
    <ul>
      {data.map(({ id, problem }) => (
        <li key={id}>
          {problem.message}{' '}
          <button type="button" onClick={() => void decide(outbox.retry(id))}>{t`Send again`}</button>{' '}
          <button type="button" onClick={() => void decide(outbox.discard(id))}>{t`Discard`}</button>
        </li>
      ))}
    </ul>
  );
}
