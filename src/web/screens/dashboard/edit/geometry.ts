import type { Candidate } from '../../../../model/dashboardEdit.ts'
import { GUTTER_PX } from '../../../../model/layout.ts'
import { component, type Place, type Position } from '../../../../model/layoutEdit.ts'

/** Where a place lies on the screen: a line between two neighbours, or the whole of something empty. */
export interface PlaceShape {
  kind: 'across' | 'down' | 'zone'
  left: number
  top: number
  width: number
  height: number
}

const LINE_PX = 2
/** A full place has to be clearly nearer than one that accepts. */
const REFUSED_HANDICAP_PX = 12

/** The element in which the children of a component lie. */
export function holderElement(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-holds="${CSS.escape(id)}"]`)
}

export function shapeOf(place: Place, position: Position): PlaceShape | undefined {
  const parent = component(position, place.parentId)
  const holder = holderElement(place.parentId)
  if (!parent || !holder) return undefined
  const box = holder.getBoundingClientRect()
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

const rectOf = (id: string | undefined) =>
  id === undefined ? undefined : document.getElementById(id)?.getBoundingClientRect()

function line(kind: 'across' | 'down', left: number, top: number, length: number): PlaceShape {
  return kind === 'across'
    ? { kind, left, top: top - LINE_PX / 2, width: length, height: LINE_PX }
    : { kind, left: left - LINE_PX / 2, top, width: LINE_PX, height: length }
}

/** The candidate nearest to a point. */
export function nearestPlace(
  candidates: readonly Candidate[],
  position: Position,
  x: number,
  y: number,
): number | undefined {
  let best: number | undefined
  let least = Number.POSITIVE_INFINITY
  for (const [index, { place, edit }] of candidates.entries()) {
    const shape = shapeOf(place, position)
    if (!shape) continue
    const dx = Math.max(shape.left - x, 0, x - shape.left - shape.width)
    const dy = Math.max(shape.top - y, 0, y - shape.top - shape.height)
    const distance = Math.hypot(dx, dy) + (edit.ok ? 0 : REFUSED_HANDICAP_PX)
    if (distance < least) [best, least] = [index, distance]
  }
  return best
}
