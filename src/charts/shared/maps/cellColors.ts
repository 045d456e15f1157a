import { metricLabel } from '../../../model/query/labels.ts'
import type { QueryMetric } from '../../../model/query/queryObject.ts'
import { categoricalColors } from '../color/index.ts'
import type { ChartDatasource, DrawInput } from '../contract.ts'
import { exactOf, metricFormat } from '../metricFormat.ts'
import { extent } from '../plot/cells.ts'
import type { Aggregation } from './aggregates.ts'
import { type Bucket, bucketAt, labelled, stepsOf } from './buckets.ts'
import type { Cell } from './cells.ts'
import type { LayerSpec } from './deck/layerSpec.ts'
import { highlight } from './deck/layerSpec.ts'
import { colorList } from './deck/rgba.ts'
import { landColors } from './landColors.ts'
import { mapNumber } from './mapNumber.ts'
import { type Bounds, readViewport } from './viewport.ts'

export interface CellForm {
  size?: QueryMetric
  color_scheme?: string
  extruded: boolean
  viewport: unknown
}

/** The format of a metric's aggregate; counts do not use the format of the metric. */
export function cellFormat({ size }: Pick<CellForm, 'size'>, datasource: ChartDatasource, by: Aggregation) {
  return metricFormat({}, datasource, by === 'count' || size === undefined ? undefined : metricLabel(size))
}

/** Number of steps of a chart that has no color scheme. */
const plainSteps = 6

/**
 * The colors of the values of cells: the whole scheme from the smallest to the largest value; without a scheme, light
 * to dark.
 */
export function cellSteps(
  cells: readonly Cell[],
  { formData: form, datasource, theme }: Pick<DrawInput<CellForm>, 'formData' | 'datasource' | 'theme'>,
  by: Aggregation,
): (Bucket & { label: string })[] {
  const range = extent(cells.map(({ value }) => value))
  if (range === undefined) return []
  const format = cellFormat(form, datasource, by)
  const colors =
    form.color_scheme === undefined
      ? landColors(undefined, plainSteps, theme.mode)
      : categoricalColors(form.color_scheme)
  return labelled(stepsOf(range, colors), {
    short: (value) => mapNumber(format, value),
    exact: (value) => mapNumber(exactOf(format), value),
  })
}

/** Meters per degree of latitude. */
const metersOfDegree = 111_320
/** Height of the highest cell, as a fraction of the longer side of the box around the data. */
const highest = 0.08

/** The heights of cells in m, and whether they are visible: from above they are not, and light would change the colors. */
export function cellHeights(
  steps: readonly Bucket[],
  { form, bounds }: { form: Pick<CellForm, 'extruded' | 'viewport'>; bounds: Bounds | undefined },
): { isExtruded: boolean; heightOf: (cell: Cell) => number } {
  const [low, high] = [steps[0]?.low ?? 0, steps.at(-1)?.high ?? 0]
  const [[west, south], [east, north]] = bounds ?? [
    [0, 0],
    [0, 0],
  ]
  const top = Math.max(east - west, north - south, 0.01) * metersOfDegree * highest
  return {
    isExtruded: form.extruded && readViewport(form.viewport).pitch > 0,
    heightOf: ({ value }) => (high === low ? top : ((value - low) / (high - low)) * top),
  }
}

/** The cells as a layer; those of steps that are switched off are left out. The data of the layer is the cells. */
export function cellLayer(
  cells: readonly Cell[],
  steps: readonly (Bucket & { label: string })[],
  { form, bounds, hidden }: { form: CellForm; bounds: Bounds | undefined; hidden: ReadonlySet<string> },
): LayerSpec {
  const stepOf = ({ value }: Cell) => steps[bucketAt(steps, value)]
  const colors = new Map(steps.map(({ color }) => [color, colorList(color)]))
  const colorAt = (cell: Cell) => colors.get(stepOf(cell)?.color ?? '')
  const { isExtruded, heightOf } = cellHeights(steps, { form, bounds })
  return {
    kind: 'polygon',
    id: 'cells',
    props: {
      data: cells.filter((cell) => !hidden.has(stepOf(cell)?.label ?? '')),
      getPolygon: ({ outline }: Cell) => outline,
      getFillColor: colorAt,
      getElevation: heightOf,
      extruded: isExtruded,
      // cells that are smaller than a pixel remain visible
      stroked: true,
      getLineColor: colorAt,
      getLineWidth: 0,
      lineWidthMinPixels: 1,
      ...highlight,
    },
  }
}
