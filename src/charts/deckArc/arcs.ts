import type { DrawInput } from '../shared/contract.ts'
import { readGroups } from '../shared/groups.ts'
import { categoryColors } from '../shared/maps/deck/categoryColors.ts'
import { highlight, type LayerSpec } from '../shared/maps/deck/layerSpec.ts'
import { rgbaList } from '../shared/maps/deck/rgba.ts'
import { readPositions, readSpatial } from '../shared/maps/spatial.ts'
import { pickedSwatch } from '../shared/maps/swatch.ts'
import { readOnce } from '../shared/readOnce.ts'
import type { DeckArcForm } from './query.ts'

type Input = Pick<DrawInput<DeckArcForm>, 'formData' | 'data' | 'datasource'>

/** The arcs of the rows that have two places. */
interface Arcs {
  /** the row of each arc */
  rows: number[]
  /** longitude and latitude of each start, alternating */
  starts: Float64Array
  /** the same for each end; the longitude may be beyond 180 degrees, so that the arc takes the shorter way */
  ends: Float64Array
  /** the category of each arc; undefined without a column of categories */
  categories: string[] | undefined
  /** rows without two places */
  missing: number
}

const plainWidth = 3

export const widthOf = ({ stroke_width }: DeckArcForm) => Math.max(0, stroke_width ?? plainWidth)

export const arcSwatch = (form: DeckArcForm) => pickedSwatch(form, 'line', form.color_picker, form.target_color_picker)

export const readArcs = readOnce(({ formData: form, data }: Input): Arcs => {
  const [answer] = data
  const [from, to] = [form.start_spatial, form.end_spatial].map(
    (each) => readPositions(answer, readSpatial(each)).values,
  )
  const count = answer?.rowcount ?? 0
  const rows = Array.from({ length: count }, (_, row) => row).filter(
    (row) => !Number.isNaN(from![row * 2]!) && !Number.isNaN(to![row * 2]!),
  )
  const [starts, ends] = [new Float64Array(rows.length * 2), new Float64Array(rows.length * 2)]
  for (const [at, row] of rows.entries()) {
    const [start, end] = [from![row * 2]!, to![row * 2]!]
    starts.set([start, from![row * 2 + 1]!], at * 2)
    ends.set([end + 360 * Math.round((start - end) / 360), to![row * 2 + 1]!], at * 2)
  }
  const groups = form.dimension === undefined ? undefined : readGroups(answer, [form.dimension])
  const categories = groups && rows.map((row) => groups.texts(row)[0] ?? '')
  return { rows, starts, ends, categories, missing: count - rows.length }
})

/** An arc has this many corners, and fewer if there are very many arcs: each corner takes time to draw. */
const [fewCorners, manyCorners] = [6, 50]
/** maximum number of corners of all arcs together */
const mostCorners = 200_000

const cornersOf = (arcs: number) => Math.round(Math.min(manyCorners, Math.max(fewCorners, mostCorners / arcs)))

/** The arcs as a layer; those of hidden categories are left out. */
export function arcLayer(
  input: Input & Pick<DrawInput<DeckArcForm>, 'color' | 'filterState'>,
  hidden: ReadonlySet<string>,
): LayerSpec {
  const { formData: form } = input
  const { rows, starts, ends, categories } = readArcs(input)
  const [source, target] = [rgbaList(form.color_picker), rgbaList(form.target_color_picker)]
  const colors = categoryColors(categories ?? [], input, source[3])
  const data = [...rows.keys()].filter((at) => !hidden.has(categories?.[at] ?? ''))
  const colorAt = (at: number) => (categories === undefined ? undefined : colors.get(categories[at]!))
  return {
    kind: 'arc',
    id: 'arcs',
    props: {
      // indexes of the arcs: picking a mark returns one of them
      data,
      numSegments: cornersOf(data.length),
      getSourcePosition: (at: number) => [starts[at * 2]!, starts[at * 2 + 1]!],
      getTargetPosition: (at: number) => [ends[at * 2]!, ends[at * 2 + 1]!],
      getSourceColor: (at: number) => colorAt(at) ?? source,
      getTargetColor: (at: number) => colorAt(at) ?? target,
      getWidth: widthOf(form),
      // half circles of long arcs would extend beyond the map
      getHeight: 0.5,
      ...highlight,
    },
  }
}
