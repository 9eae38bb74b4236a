import { usePhotos } from '../../api/photos.ts';
import type { ReportedSession } from '../../api/types.ts';
import { Face } from '../../parts/elements/face.tsx';

const SHOWN = 8;

/** The crew of a session at a glance; who picked how much stands elsewhere. */
export function Faces({ workers }: Pick<ReportedSession, 'workers'>) {
  const photos = usePhotos();
  const others = workers.length - SHOWN;
  if (workers.length === 0) return null;
  return (
    <p className="faces" aria-hidden="true">
      {workers.slice(0, SHOWN).map(({ workerId, worker_name }) => (
        <Face key={workerId} name={worker_name ?? ''} photo={photos.get(workerId)} />
      ))}
      {others > 0 && <span className="face">+{others}</span>}
    </p>
  );
}
