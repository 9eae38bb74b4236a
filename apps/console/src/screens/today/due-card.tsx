import { useLingui } from '@lingui/react/macro';
import { CircleCheck, ClipboardList } from 'lucide-react';
import type { Project } from '../../api/places.ts';
import type { OpenTask } from '../../api/types.ts';
import { Card } from '../../parts/elements/card.tsx';
import { Chip } from '../../parts/elements/chip.tsx';
import { useFormat } from '../../parts/format.ts';
import { useNow } from '../../parts/now.ts';

const SHOWN = 6;

interface Props {
  readonly tasks: readonly OpenTask[];
  readonly projects: readonly Project[];
}

/** The user's open tasks. */
export function DueCard({ tasks, projects }: Props) {
  const { t } = useLingui();
  return (
    <Card title={t`What is due`}>
      {tasks.length === 0 ? (
        <p className="calm">
          <CircleCheck /> {t`Nothing: all of your tasks are done.`}
        </p>
      ) : (
        <ul className="listed">
          {tasks.slice(0, SHOWN).map((task) => (
            <li key={task.taskId}>
              <ClipboardList />
              <div>
                <strong>{task.formName}</strong> <small>{placeOf(task, projects)}</small>
                {task.dueAt !== null && <Due at={task.dueAt} />}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Due({ at }: { readonly at: string }) {
  const { t } = useLingui();
  const { ago } = useFormat();
  const now = useNow();
  const when = ago(at, now);
  if (Date.parse(at) < now)
    return (
      <p>
        <Chip tone="bad">{t`was due ${when}`}</Chip>
      </p>
    );
  return <p>{t`due ${when}`}</p>;
}

function placeOf({ projectId, sectorId }: OpenTask, projects: readonly Project[]): string {
  const project = projects.find((one) => one.projectId === projectId);
  const sector = project?.sectors.find((one) => one.sectorId === sectorId);
  return sector?.sector_name ?? project?.projectName ?? '';
}
