import type { Project } from '../api/places.ts';
import { useFormat } from './format.ts';

interface Props {
  readonly project: Project;
  /** Calendar dates, both inclusive. */
  readonly from: string;
  readonly to: string;
}

/** What a printed page is about, in place of the filters, which are not printed. */
export function OnPaper({ project: { projectName }, from, to }: Props) {
  const { date } = useFormat();
  return (
    <p className="on-paper">
      {projectName} · {date(from)} – {date(to)}
    </p>
  );
}
