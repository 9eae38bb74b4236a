import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type Corner, ringsOf } from '../../../farm/outline.ts';
import { Plane } from '../../../farm/plane.ts';
import { Drawing } from './drawing.ts';
import type { OutlineMapProps } from './outline-map-props.ts';
import { PlaneAdapter } from './plane-adapter.ts';

const HEIGHT = 320;
const WHEEL_STEP = 1.2;

interface Tools {
  readonly plane: Plane;
  readonly zoom: (factor: number) => void;
  readonly fit: () => void;
  readonly begin: () => void;
  readonly goTo: (corner: Corner) => void;
}

/** The plane of a map, and the drawing on it. */
export function useOutlineMap(
  { boundary, neighbours, onChange }: OutlineMapProps,
  element: RefObject<HTMLDivElement | null>,
  layer: RefObject<SVGGElement | null>,
): Tools {
  const corners = [...neighbours.map((one) => one.boundary), ...(boundary ? [boundary] : [])].flatMap((one) =>
    ringsOf(one).flat(),
  );
  const [plane, setPlane] = useState(() => Plane.fitting(corners, 600, HEIGHT));
  // What terra-draw asks for between renders.
  const now = useRef({ plane, onChange, corners });
  now.current = { plane, onChange, corners };
  const drawn = useRef<{ readonly drawing: Drawing; readonly adapter: PlaneAdapter }>(undefined);
  const shown = useRef('');

  useEffect(() => {
    if (!element.current || !layer.current) return undefined;
    const [ground, ofShapes] = [element.current, layer.current];
    const stopMoving = letMove(ground, (move) => setPlane(move));
    const adapter = new PlaneAdapter({
      ...{ element: ground, layer: ofShapes, plane: () => now.current.plane },
      setDraggable: (isDraggable) => void (ground.dataset['fixed'] = String(!isDraggable)),
    });
    const drawing = new Drawing(adapter, (next) => {
      shown.current = JSON.stringify(next);
      now.current.onChange(next);
    });
    drawn.current = { drawing, adapter };
    let isMeasured = false;
    const observer = new ResizeObserver(() => {
      const { clientWidth: width } = ground;
      const first = isMeasured ? undefined : Plane.fitting(now.current.corners, width, HEIGHT);
      isMeasured = true;
      setPlane((one) => first ?? one.sized(width, HEIGHT));
    });
    observer.observe(ground);
    return () => {
      observer.disconnect();
      stopMoving();
      drawing.stop();
    };
  }, [element, layer]);

  useEffect(() => drawn.current?.adapter.redraw(), [plane]);
  useEffect(() => {
    const text = JSON.stringify(boundary);
    if (text === shown.current) return;
    shown.current = text;
    drawn.current?.drawing.show(boundary);
    if (boundary) setPlane((one) => Plane.fitting(ringsOf(boundary).flat(), one.width, one.height));
  }, [boundary]);

  return {
    plane,
    zoom: (factor) => setPlane((one) => one.zoomed(factor)),
    fit: () => setPlane((one) => Plane.fitting(corners, one.width, one.height)),
    begin: () => drawn.current?.drawing.begin(),
    goTo: useCallback((corner: Corner) => setPlane((one) => one.at(corner)), []),
  };
}

/** Lets the wheel zoom, and a drag on the ground move the map, while nothing that is drawn is dragged. */
function letMove(ground: HTMLElement, change: (move: (plane: Plane) => Plane) => void): () => void {
  let last: { readonly x: number; readonly y: number } | undefined;
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    const { left, top } = ground.getBoundingClientRect();
    const at = { x: event.clientX - left, y: event.clientY - top };
    change((plane) => plane.zoomed(event.deltaY < 0 ? WHEEL_STEP : 1 / WHEEL_STEP, at));
  };
  const down = ({ clientX: x, clientY: y }: PointerEvent) => void (last = { x, y });
  const up = () => void (last = undefined);
  const move = ({ clientX: x, clientY: y, buttons }: PointerEvent) => {
    if (!last || buttons === 0 || ground.dataset['fixed'] === 'true') return;
    const [byX, byY] = [x - last.x, y - last.y];
    last = { x, y };
    change((plane) => plane.moved(byX, byY));
  };
  ground.addEventListener('wheel', wheel, { passive: false });
  ground.addEventListener('pointerdown', down);
  ground.addEventListener('pointermove', move);
  addEventListener('pointerup', up);
  return () => {
    ground.removeEventListener('wheel', wheel);
    ground.removeEventListener('pointerdown', down);
    ground.removeEventListener('pointermove', move);
    removeEventListener('pointerup', up);
  };
}
