import type { ReactNode } from 'react'
import type { ChartComponentProps } from '../../contract.ts'
import type { AreaColumns } from '../areaFilter.ts'
import type { Bounds, Viewport } from '../viewport.ts'
import type { Described } from './describe.ts'
import type { Picked, Scene } from './engine.ts'
import type { LayerOfView, LayerSpec } from './layerSpec.ts'
import type { Legend } from './MapLegend.tsx'
import type { PageMap } from './startMap.ts'

export interface MapForm {
  viewport: unknown
  autozoom: boolean
  mapbox_style: string
  js_data_mutator?: string
  js_tooltip?: string
  js_onclick_href?: string
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
  /** the controls of the chart that say where the map looks; absent: the one of most maps */
  controlsOf?: (view: Viewport) => Record<string, unknown>
  labels?: Scene['labels']
  /** what names of places leave free */
  keepFree?: Scene['keepFree']
  waitsForRest?: boolean
  describe: (picked: Picked) => Described | null
  onChoose?: (picked: Picked, map: Pick<PageMap, 'lookAt'>) => void
  onMenu?: (picked: Picked, x: number, y: number) => void
  legend?: Legend
  /** a list of the marks for the keyboard */
  marks?: ReactNode
  /** the columns of degrees by which an area filters; absent: it cannot filter */
  areaBy?: AreaColumns | undefined
  /** elements above the map, centered on places */
  placed?: readonly { key: string; place: readonly [longitude: number, latitude: number]; node: ReactNode }[]
  /** shown instead of a legend */
  panel?: (isSmall: boolean) => ReactNode
  /** other data that the chart does not show */
  notes?: readonly string[]
}
