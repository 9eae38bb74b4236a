import { useIsFetching } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { whenIdle } from '../api/idle.ts';
import { useIsNear } from './near.ts';

interface Props {
  readonly children: ReactNode;
}

/**
 * Renders a part of a long screen when it comes near the screen, goes on paper, or the page is idle and waits for no
 * answer. One part at a time, because rendering all of them blocks the page for long, and their requests delay what the
 * user sees first. Until then its place is empty.
 */
export function Later({ children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useIsNear(place);
  const isTurn = useTurn();
  return isNear || isTurn ? children : <div ref={place} className="later" />;
}

const waiting = new Set<() => void>();
let isScheduled = false;

function useTurn(): boolean {
  const [isTurn, setTurn] = useState(false);
  const isFetching = useIsFetching() > 0;
  useEffect(() => {
    if (isFetching) return undefined;
    const begin = () => setTurn(true);
    waiting.add(begin);
    schedule();
    return () => void waiting.delete(begin);
  }, [isFetching]);
  return isTurn;
}

function schedule(): void {
  if (isScheduled || waiting.size === 0) return;
  isScheduled = true;
  whenIdle(() => {
    isScheduled = false;
    const [begin] = waiting;
    if (begin) waiting.delete(begin);
    begin?.();
    schedule();
  });
}
