import { h, type SvgNode } from '../svg/tree.ts'
import type { RgbaList } from './deck/layerSpec.ts'
import type { Line } from './shapes.ts'
import type { Ground } from './stillMap.ts'
import { pixelsOfMeter } from './viewport.ts'

/** An area that is the base of a column. */
export interface Column {
  /** its outline and its holes */
  area: readonly Line[]
  /** m */
  height: number
  color: RgbaList
}

/** The light of maps on pages: a part from everywhere, and a part from the southeast and above. */
const [ambient, directed] = [0.5, 0.57]
const lightLength = Math.hypot(1, 2, 4)

/** The brightness of a wall, whose normal points to the east and to the north. */
function brightness(east: number, north: number): number {
  const length = Math.hypot(east, north) || 1
  return ambient + directed * Math.max(0, (east - 2 * north) / length / lightLength)
}

const signedArea = (ring: readonly (readonly [number, number])[]) =>
  ring.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = ring[(at + 1) % ring.length]!
    return sum + x * nextY - nextX * y
  }, 0)

type Places = [x: number, y: number][]

/** Columns on a tilted map: their walls that face the reader, and their tops. Those at the back are drawn first. */
export function stillColumns(columns: readonly Column[], ground: Pick<Ground, 'place' | 'view'>): SvgNode[] {
  return columns
    .map((column) => drawn(column, ground))
    .toSorted((one, other) => one.front - other.front)
    .flatMap(({ parts }) => parts)
}

function drawn({ area, height, color }: Column, { place, view }: Pick<Ground, 'place' | 'view'>) {
  const [outer = []] = area
  const up = height * pixelsOfMeter(view.zoom, outer[0]?.[1] ?? 0)
  const feet = area.map((ring) => ring.map((point) => place(point)))
  const heads = area.map((ring) => ring.map((point) => place(point, up)))
  const walls = area.flatMap((ring, at) => wallsOf({ ring, feet: feet[at]!, heads: heads[at]!, isHole: at > 0, color }))
  const top = h('path', { d: heads.map(pathOf).join(''), fillRule: 'evenodd', ...fillOf(color, 1) })
  const front = Math.max(...(feet[0] ?? []).map(([, y]) => y))
  return { front, parts: [...walls, top] }
}

interface Walled {
  ring: Line
  feet: Places
  heads: Places
  isHole: boolean
  color: RgbaList
}

function wallsOf({ ring, feet, heads, isHole, color }: Walled): SvgNode[] {
  const turn = Math.sign(signedArea(feet)) * (isHole ? -1 : 1)
  const outwards = Math.sign(signedArea(ring)) * (isHole ? -1 : 1)
  return ring.flatMap(([x, y], at) => {
    const next = (at + 1) % ring.length
    const wall: Places = [feet[at]!, feet[next]!, heads[next]!, heads[at]!]
    if (Math.sign(signedArea(wall)) !== turn) return []
    const [nextX, nextY] = ring[next]!
    const shade = brightness(outwards * (nextY - y), -outwards * (nextX - x))
    return [h('path', { d: pathOf(wall), ...fillOf(color, shade) })]
  })
}

const pathOf = (places: Places) => `M${places.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join('L')}Z`

function fillOf([red, green, blue, alpha]: RgbaList, shade: number) {
  const fill = `rgb(${[red, green, blue].map((channel) => Math.round(channel * shade)).join()})`
  // neighbors would show the ground between them
  return alpha === 255 ? { fill, stroke: fill, strokeWidth: 0.5 } : { fill, fillOpacity: (alpha / 255).toFixed(2) }
}
