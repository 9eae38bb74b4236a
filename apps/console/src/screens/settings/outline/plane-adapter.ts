import { TerraDrawExtend, type TerraDrawChanges } from 'terra-draw';
import type { Corner } from '../../../farm/outline.ts';
import type { Plane } from '../../../farm/plane.ts';

type Callbacks = TerraDrawExtend.TerraDrawCallbacks;
type Feature = TerraDrawChanges['created'][number];

const SVG = 'http://www.w3.org/2000/svg';

interface Surface {
  /** What receives the pointer. */
  readonly element: HTMLElement;
  /** Where the shapes are drawn. */
  readonly layer: SVGGElement;
  readonly plane: () => Plane;
  /** Whether a drag on the ground moves the map. */
  readonly setDraggable: (isDraggable: boolean) => void;
}

/** terra-draw over an SVG without a background map. The stylesheet has the looks of its shapes. */
export class PlaneAdapter extends TerraDrawExtend.TerraDrawBaseAdapter {
  readonly #shapes = new Map<string | number, Feature>();

  constructor(private readonly surface: Surface) {
    super({ coordinatePrecision: 9 });
  }

  override register(callbacks: Callbacks): void {
    super.register(callbacks);
    callbacks.onReady?.();
  }

  override getMapEventElement(): HTMLElement {
    return this.surface.element;
  }

  override project(lng: number, lat: number) {
    return this.surface.plane().toPoint([lng, lat]);
  }

  override unproject(x: number, y: number) {
    const [lng, lat] = this.surface.plane().toCorner({ x, y });
    return { lng, lat };
  }

  override getLngLatFromEvent(event: PointerEvent | MouseEvent) {
    const { containerX, containerY } = this.getMapElementXYPosition(event);
    return this.unproject(containerX, containerY);
  }

  override setCursor(cursor: TerraDrawExtend.Cursor): void {
    this.surface.element.style.cursor = cursor === 'unset' ? '' : cursor;
  }

  override setDraggability(isEnabled: boolean): void {
    this.surface.setDraggable(isEnabled);
  }

  override setDoubleClickToZoom(): void {
    // A double click zooms nowhere here.
  }

  override render({ created, updated, deletedIds }: TerraDrawChanges): void {
    for (const id of deletedIds) this.#shapes.delete(id);
    for (const feature of [...created, ...updated])
      if (feature.id !== undefined) this.#shapes.set(feature.id, feature);
    this.redraw();
  }

  override clear(): void {
    this.#shapes.clear();
    this.redraw();
  }

  /** After the plane has changed. */
  redraw(): void {
    const shapes = [...this.#shapes.values()];
    // Corners lie on top.
    shapes.sort((a, b) => Number(a.geometry.type === 'Point') - Number(b.geometry.type === 'Point'));
    this.surface.layer.replaceChildren(...shapes.map((shape) => this.#drawn(shape)));
  }

  #drawn({ geometry, properties }: Feature): SVGElement {
    const plane = this.surface.plane();
    if (geometry.type === 'Point') {
      const { x, y } = plane.toPoint(geometry.coordinates as unknown as Corner);
      return shape('circle', properties['midPoint'] ? 'midpoint' : 'corner', {
        ...{ cx: x.toFixed(1), cy: y.toFixed(1), r: properties['midPoint'] ? '5' : '8' },
      });
    }
    const rings = geometry.type === 'Polygon' ? geometry.coordinates : [geometry.coordinates];
    return shape('path', 'outline', { d: plane.pathOf(rings as unknown as Corner[][]) });
  }
}

function shape(name: string, className: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const element = document.createElementNS(SVG, name);
  element.setAttribute('class', className);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  return element;
}
