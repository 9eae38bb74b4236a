import { useLingui } from '@lingui/react/macro';
import { Locate, Play } from 'lucide-react';
import { useState } from 'react';
import { useAnswer, useIsNew, useLedger, usePhone } from '../../app/phone-context.ts';
import type { Project, Sector } from '../../office/answers.ts';
import { dayOf, timeOf } from '../../parts/days.ts';
import { type Position, sortedByDistance, whereAmI } from '../../parts/position.ts';

/** Where the crew picks: a session that is open, or a sector to open one in. */
export function Place({ onChoose }: { readonly onChoose: (key: string) => void }) {
  const { t } = useLingui();
  const projects = useAnswer('projects');
  const isAnswered = usePhone().answers.projects !== undefined;
  const title = <h1>{t`Where does the crew pick?`}</h1>;
  const isNew = useIsNew();
  if (isNew)
    return (
      <>
        {title}
        <p aria-busy="true" />
      </>
    );
  return (
    <>
      {title}
      <OpenSessions onChoose={onChoose} />
      {projects.length === 0 ? (
        <p className="notice">
          {isAnswered
            ? t`The farm has no projects yet. An admin adds them in the console, under Settings.`
            : t`This phone does not know the projects yet. It asks for them when there is signal.`}
        </p>
      ) : (
        <OpenSession projects={projects} onChoose={onChoose} />
      )}
    </>
  );
}

function OpenSessions({ onChoose }: { readonly onChoose: (key: string) => void }) {
  const { t, i18n } = useLingui();
  const ledger = useLedger();
  const projects = useAnswer('projects');
  const open = ledger.sessions.filter(({ isClosed }) => isClosed !== true);
  if (open.length === 0) return null;
  const nameOf = (projectId: string) => projects.find((one) => one.projectId === projectId)?.projectName;
  return (
    <section className="card">
      <h2>{t`Go on`}</h2>
      <ul className="choices">
        {open.map(({ key, sectorName, projectId, openedAt }) => (
          <li key={key}>
            <button type="button" className="primary" onClick={() => onChoose(key)}>
              <Play />
              <span>
                {sectorName} <small>{nameOf(projectId)}</small>
                <small>{t`since ${dayOf(openedAt, i18n.locale)} ${timeOf(openedAt, i18n.locale)}`}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface OpenProps {
  readonly projects: readonly Project[];
  readonly onChoose: (key: string) => void;
}

function OpenSession({ projects, onChoose }: OpenProps) {
  const { t } = useLingui();
  const phone = usePhone();
  const closures = useAnswer('closures');
  const [here, setHere] = useState<Position>();
  const [isBusy, setBusy] = useState(false);
  const places = projects.flatMap((project) => project.sectors.map((sector) => ({ project, sector })));
  const open = async (project: Project, sector: Sector) => {
    setBusy(true);
    try {
      const { body } = await phone.outbox.openSession({
        ...{ projectId: project.projectId, sectorId: sector.sectorId, sector_name: sector.sector_name },
      });
      onChoose(body.localId);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="card">
      <h2>{t`Open a session`}</h2>
      <button type="button" onClick={() => void whereAmI().then(setHere, () => undefined)}>
        <Locate />
        {t`Nearest first`}
      </button>
      <ul className="choices">
        {sortedByDistance(places, here).map(({ project, sector }) => {
          const closed = closures.find(({ sectorId }) => sectorId === sector.sectorId);
          const product = closed?.harvest?.product ?? closed?.entry?.product;
          return (
            <li key={sector.sectorId}>
              <button type="button" disabled={isBusy} onClick={() => void open(project, sector)}>
                <span>
                  {sector.sector_name} <small>{project.projectName}</small>
                  <small>{[sector.crop, sector.variety].filter((one) => one !== null).join(' · ')}</small>
                  {product !== undefined && <small className="warn">{t`Held back by ${product}`}</small>}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
