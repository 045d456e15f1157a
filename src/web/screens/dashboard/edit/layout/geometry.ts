import { GUTTER_PX } from '../../../../../model/dashboard/layout.ts'
import {
  type Component,
  component,
  isComponent,
  type Place,
  type Position,
  parentOf,
} from '../../../../../model/dashboardEdit/layoutEdit.ts'
import type { Lifted } from '../editStore.ts'

export type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>

/** Positions of components and of their containers on the screen. */
export interface Boxes {
  item: (id: string) => Box | undefined
  holder: (id: string) => Box | undefined
}

/** The position of a place on the screen: a line between two components, or the area of an empty container. */
export interface PlaceShape {
  kind: 'across' | 'down' | 'zone'
  left: number
  top: number
  width: number
  height: number
}

const LINE_PX = 2
/** A full place must be closer by this distance than one that accepts the component. */
const REFUSED_HANDICAP_PX = 12
/**
 * Within this distance of the upper or lower edge of a row, its free space does not count: a drop there adds a new row.
 * In low rows, the distance is a quarter of the height.
 */
const EDGE_PX = 12

/** The element that contains the children of a component. */
export function holderElement(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-holds="${CSS.escape(id)}"]`)
}

const onPage: Boxes = {
  item: (id) => document.getElementById(id)?.getBoundingClientRect(),
  holder: (id) => holderElement(id)?.getBoundingClientRect(),
}

export function shapeOf(place: Place, position: Position, boxes = onPage): PlaceShape | undefined {
  const parent = component(position, place.parentId)
  const area = boxes.holder(place.parentId)
  if (!parent || !area) return undefined
  const box = { left: area.left, top: area.top, width: area.right - area.left, height: area.bottom - area.top }
  const rectOf = (id: string | undefined) => (id === undefined ? undefined : boxes.item(id))
  if (parent.type === 'ROOT') return line('across', box.left, box.top - GUTTER_PX / 2, box.width)
  const isBeside = parent.type === 'ROW' || parent.type === 'TABS'
  const before = rectOf(parent.children[place.index - 1])
  const after = rectOf(parent.children[place.index])
  if (!before && !after) return { kind: 'zone', left: box.left, top: box.top, width: box.width, height: box.height }
  const gap = parent.type === 'TABS' ? 0 : GUTTER_PX
  if (isBeside) {
    const x =
      before && after
        ? (before.right + after.left) / 2
        : before
          ? before.right + gap / 2
          : after
            ? after.left - gap / 2
            : 0
    return line('down', x, box.top, box.height)
  }
  const y =
    before && after
      ? (before.bottom + after.top) / 2
      : before
        ? before.bottom + gap / 2
        : after
          ? after.top - gap / 2
          : 0
  return line('across', box.left, y, box.width)
}

function line(kind: 'across' | 'down', left: number, top: number, length: number): PlaceShape {
  return kind === 'across'
    ? { kind, left, top: top - LINE_PX / 2, width: length, height: LINE_PX }
    : { kind, left: left - LINE_PX / 2, top, width: LINE_PX, height: length }
}

/**
 * The target place of a moved component at a point: the end of a row or column if the point is in its free space,
 * otherwise the closest place. Undefined if there is none, or if the component is already there.
 */
export function placeAt(
  { carried, candidates }: Pick<Lifted, 'carried' | 'candidates'>,
  position: Position,
  x: number,
  y: number,
  boxes = onPage,
): number | undefined {
  const free = freeEnd(position, x, y, boxes)
  if (free) {
    if (carried.kind === 'move' && component(position, free.parentId)?.children.at(-1) === carried.id) return undefined
    const found = candidates.findIndex(
      ({ place, edit }) => edit.ok && place.parentId === free.parentId && place.index === free.index,
    )
    if (found >= 0) return found
  }
  let best: number | undefined
  let least = Number.POSITIVE_INFINITY
  for (const [index, { place, edit }] of candidates.entries()) {
    const shape = shapeOf(place, position, boxes)
    if (!shape) continue
    const dx = Math.max(shape.left - x, 0, x - shape.left - shape.width)
    const dy = Math.max(shape.top - y, 0, y - shape.top - shape.height)
    const distance = Math.hypot(dx, dy) + (edit.ok ? 0 : REFUSED_HANDICAP_PX)
    if (distance < least) [best, least] = [index, distance]
  }
  return best
}

/** The end of the row or column whose free space contains a point. */
function freeEnd(position: Position, x: number, y: number, boxes: Boxes): Place | undefined {
  const holders = Object.values(position).filter(isComponent)
  const found = holders.find((holder) => {
    const area = freeArea(holder, position, boxes)
    return area && x >= area.left && x <= area.right && y >= area.top && y <= area.bottom
  })
  return found && { parentId: found.id, index: found.children.length }
}

/** The free space of a row after its last child, or of a column below its last child, without the edges of the row. */
function freeArea({ id, type, children }: Component, position: Position, boxes: Boxes): Box | undefined {
  const last = boxes.item(children.at(-1) ?? '')
  const row = type === 'COLUMN' ? boxes.holder(parentOf(position, id)?.id ?? '') : boxes.holder(id)
  const own = boxes.holder(id)
  if ((type !== 'ROW' && type !== 'COLUMN') || !last || !row || !own) return undefined
  const edge = Math.min(EDGE_PX, (row.bottom - row.top) / 4)
  return type === 'ROW'
    ? { left: last.right, right: row.right, top: row.top + edge, bottom: row.bottom - edge }
    : { left: own.left, right: own.right, top: last.bottom, bottom: row.bottom - edge }
}
