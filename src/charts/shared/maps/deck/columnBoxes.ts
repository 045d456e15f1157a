import type { LayerOfView, LayerSpec } from './layerSpec.ts'
import type { Box } from './mapLabels.ts'
import type { Project } from './placeNames.ts'

/** Minimum height in px of the columns that place names must not overlap. */
const leastHeight = 16
/** Maximum number of columns that names avoid: the first ones. Rows are sorted by the first metric, the largest first. */
const mostColumns = 500
/** Areas with more points are not columns. */
const mostPoints = 12

type Nested = readonly (number | Nested)[]

const numberAt = (accessor: unknown, mark: unknown): number =>
  typeof accessor === 'function' ? Number((accessor as (mark: unknown) => unknown)(mark)) : Number(accessor ?? 0)

/** The boxes around high columns, in px. Place names must not overlap them. */
export function columnBoxes(
  layers: readonly (LayerSpec | LayerOfView)[],
  project: Project,
  { width, height }: { width: number; height: number },
): Box[] {
  const boxes: Box[] = []
  for (const layer of layers) {
    if (typeof layer === 'function' || layer.kind !== 'polygon' || layer.props['extruded'] !== true) continue
    const { data, getPolygon, getElevation, elevationScale } = layer.props
    if (!Array.isArray(data) || typeof getPolygon !== 'function') continue
    for (const mark of data.slice(0, mostColumns) as unknown[]) {
      const ring = ringOf((getPolygon as (mark: unknown) => Nested)(mark))
      if (ring.length > mostPoints) continue
      const top = numberAt(getElevation, mark) * Number(elevationScale ?? 1)
      const feet = ring.map((place) => project(place))
      const heads = ring.map((place) => project(place, top))
      const [foot, head] = [lowest(feet), lowest(heads)]
      if (!(foot - head >= leastHeight)) continue
      const all = [...feet, ...heads]
      const box = boxAround(all)
      if (box.right > 0 && box.left < width && box.bottom > 0 && box.top < height) boxes.push(box)
    }
  }
  return boxes
}

/** The outer ring of an area. */
function ringOf(shape: Nested): readonly (readonly [number, number])[] {
  const [first] = shape
  if (typeof first === 'number' || first === undefined) return []
  const isRing = typeof first[0] === 'number'
  return (isRing ? shape : first) as unknown as readonly (readonly [number, number])[]
}

const lowest = (places: readonly number[][]) => Math.max(...places.map(([, y = 0]) => y))

function boxAround(places: readonly number[][]): Box {
  const [xs, ys] = [places.map(([x = 0]) => x), places.map(([, y = 0]) => y)]
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) }
}
