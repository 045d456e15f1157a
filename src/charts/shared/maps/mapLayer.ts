import type { MessageDescriptor } from 'react-intl'
import type { QueryColumn, QueryMetric } from '../../../model/query/queryObject.ts'
import type { DrawInput } from '../contract.ts'
import type { Aggregation } from './aggregates.ts'
import type { Combined } from './combined.ts'
import type { LayerOfView, LayerSpec } from './deck/layerSpec.ts'
import type { Swatch } from './swatch.ts'
import type { Bounds } from './viewport.ts'

/** The rows behind the marks of a layer. */
interface MarkedRows {
  /** The row of each mark, if the data of the layer are indexes. Absent: the data are marks with their rows. */
  rows?: readonly number[]
  /** what a tooltip shows in addition to the columns of the form */
  columns: QueryColumn[]
  metrics?: QueryMetric[]
  format?: string
  /** the columns that select the rows of a mark */
  drillColumns: QueryColumn[]
}

/** A text with its values. */
export type LayerNote = readonly [text: MessageDescriptor, values: Record<string, string>]

/** A name in a legend with its color. */
export interface LegendName {
  label: string
  color: string
  /** it is no step of the range */
  isApart?: boolean
  /** px across its dot, which shows the size of its marks; absent: all dots are equal */
  dot?: number
}

/** The colors of a range without steps, between two words. */
export interface LegendRamp {
  colors: readonly string[]
  ends: readonly [low: MessageDescriptor, high: MessageDescriptor]
}

export interface LayerLegend {
  /** null if the chart has no legend */
  position: 'tl' | 'tr' | 'bl' | 'br' | null
  entries: LegendName[]
  /** the entries are the steps of a range, from the lowest to the highest */
  isRange?: boolean
  ramp?: LegendRamp
}

/** What a chart draws on a map: its own map, or one with layers of other charts. */
export interface MapLayer {
  layers: (LayerSpec | LayerOfView)[]
  bounds: Bounds | undefined
  /** the box around all marks at a zoom; absent: marks are small */
  marksAt?: (zoom: number) => Bounds | undefined
  /** number of rows without a place or shape */
  missing: number
  /** number of rows whose shapes are too large to be drawn */
  tooLarge?: number
  /** whether the layer does what the code of an older chart did with its rows */
  replacesMutator?: boolean
  legend?: LayerLegend
  /** beside its name on a map of several charts, if it has no legend */
  swatch?: Swatch | undefined
  /** other data that the layer does not show */
  notes?: readonly LayerNote[]
  /** whether the rows are cells of points */
  combined?: Combined
  /** what can be under the pointer: marks of rows, cells with an aggregate of their points, or nothing to describe */
  marks?: MarkedRows
  cells?: { by: Aggregation }
}

export type LayerInput<F> = Pick<DrawInput<F>, 'formData' | 'data' | 'datasource' | 'theme' | 'color' | 'filterState'>

/**
 * The layer of a chart, without the entries of its legend that are switched off; or a message that says what the chart
 * needs.
 */
export type MakeLayer<F> = (input: LayerInput<F>, hidden: ReadonlySet<string>) => MapLayer | MessageDescriptor

export const isLayer = (made: MapLayer | MessageDescriptor): made is MapLayer => 'layers' in made
