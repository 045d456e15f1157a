import type { ReactNode } from 'react'
import type { ChartComponentProps } from '../../contract.ts'
import type { AreaColumns } from '../areaFilter.ts'
import type { SavedCode } from '../unshown.ts'
import type { Bounds, Viewport } from '../viewport.ts'
import type { Described } from './describe.ts'
import type { Picked, Scene } from './engine.ts'
import type { FocusedMark } from './focusedMark.ts'
import type { LayerOfView, LayerSpec } from './layerSpec.ts'
import type { LegendItem, LegendPlace } from './legendPlace.ts'
import type { Legend } from './MapLegend.tsx'
import type { PageMap } from './startMap.ts'

export interface MapForm extends SavedCode {
  viewport: unknown
  autozoom: boolean
  mapbox_style: string
}

export interface DeckMapProps {
  chart: ChartComponentProps<MapForm>
  layers: (LayerSpec | LayerOfView)[]
  /** the box around all data; undefined if no row has a place */
  bounds: Bounds | undefined
  /** number of rows of all results; absent: those of the first */
  rows?: number
  /** number of rows without a place or shape */
  missing: number
  /** number of rows whose shapes are too large to be drawn */
  tooLarge?: number
  /** whether the drawing replaces what the code of an older chart did with its rows */
  replacesMutator?: boolean | undefined
  /** the values of the controls that save this view; absent: only `viewport`, as for most maps */
  controlsOf?: (view: Viewport) => Record<string, unknown>
  labels?: Scene['labels']
  /** areas that place names must not overlap */
  keepFree?: Scene['keepFree']
  waitsForRest?: boolean
  describe: (picked: Picked) => Described | null
  onChoose?: (picked: Picked, map: Pick<PageMap, 'lookAt'>) => void
  onMenu?: (picked: Picked, x: number, y: number) => void
  legend?: Legend
  /** a list of the marks for the keyboard */
  marks?: ReactNode
  /** the mark of this list that is highlighted and brought into view */
  focused?: FocusedMark | undefined
  /** the columns of degrees by which an area filters; absent: it cannot filter */
  areaBy?: AreaColumns | undefined
  /** px around the data when the map shows all of it */
  padding?: number
  /** the box around all marks at a zoom; absent: marks are small */
  marksAt?: ((zoom: number) => Bounds | undefined) | undefined
  /**
   * scales or hides the elements above the map, depending on the positions of their centers in px; absent: all are
   * shown unchanged
   */
  arrange?: (middles: readonly (readonly [x: number, y: number])[]) => { scale: number; shown: readonly boolean[] }
  /** the note that only some of the elements are shown */
  arrangedNote?: (shown: number, all: number) => { long: string; short: string }
  /** elements above the map, centered on places */
  placed?: readonly { key: string; place: readonly [longitude: number, latitude: number]; node: ReactNode }[]
  /** shown instead of a legend, with buttons only */
  panel?: { items: readonly LegendItem[]; render: (place: LegendPlace) => ReactNode }
  /** other data that the chart does not show */
  notes?: readonly string[]
}
