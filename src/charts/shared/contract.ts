import type { EChartsOption, EChartsType } from 'echarts'
import type { FunctionComponent, ReactNode, RefCallback } from 'react'
import type { z } from 'zod'
import type { DataMask } from '../../model/dashboard/dataMask.ts'
import type { GenericType } from '../../model/dataset/dataset.ts'
import type { ChartData } from '../../model/query/chartData.ts'
import type { QueryFilter, QueryObject } from '../../model/query/queryObject.ts'
import type { ChartTheme } from './theme.ts'

/**
 * The contract of a chart type. A type is a folder of parts, each loaded only where it is used:
 *
 * - `about.ts` exports `about`: what it is. Data alone; read by lists, the gallery and the server.
 * - `query.ts` exports `query`: how it asks. Read by the server, and by explore for the chosen type.
 * - `controls.ts` exports `controls`: how it is set. Read by explore for the chosen type.
 * - `drawing.ts` exports `drawing`, or `View.tsx` exports a component as default: how it is drawn. Read by every page
 *   that shows a chart of the type. No part with a schema may be imported here but for its types.
 * - `thumbnail.tsx`, if `about` says so, exports `thumbnail`: a picture of its own for lists and covers.
 */

/** What a chart is to its reader, wherever it stands. */
export type Shows =
  /** a picture that can be downloaded and read as a table */
  | 'plot'
  /** one large figure, for which a small tile is enough */
  | 'figure'
  /** the rows themselves, which reach the edges of their tile */
  | 'rows'

export type Behavior = 'INTERACTIVE_CHART' | 'NATIVE_FILTER' | 'DRILL_TO_DETAIL' | 'DRILL_BY'

/** The pictures that stand for a chart in lists, covers and the gallery. */
export type PictureKind =
  | 'line'
  | 'area'
  | 'bar'
  | 'scatter'
  | 'pie'
  | 'bigNumber'
  | 'bigNumberTrend'
  | 'table'
  | 'heatmap'
  | 'treemap'

/** A table that the server makes of a chart's rows for exports (`result_type: post_processed`). */
export type RowsTable = 'table' | 'pivot'

/** What is known of a `viz_type`, also of those that cannot be drawn yet. */
export interface KnownChart {
  /** the saved `viz_type` */
  type: string
  name: string
  /** where the gallery lists it; `Other` where the vocabulary has none */
  category: string
  picture: PictureKind
  /** absent: exports hold the rows as they are */
  rowsTable?: RowsTable
}

/** What a chart type is. */
export interface ChartAbout extends KnownChart {
  tags: string[]
  description: string
  behaviors: Behavior[]
  shows: Shows
  /** `drawing.ts` makes an ECharts option, or `View.tsx` is a component */
  drawnWith: 'echarts' | 'react'
  /** Retired keys that open as this type; `query.replaces` says how. */
  replaces?: string[]
  /** The place among the tiles above the controls of explore; absent: in the gallery alone. */
  tile?: number
  /** A word beside the name in the gallery, and what it means. */
  badge?: { label: string; explanation: string }
  /** Other looks of the type, shown with its description in the gallery. */
  examples?: { caption: string; picture: PictureKind }[]
  /** The folder has a `thumbnail.tsx`, drawn in place of `picture` where there is room for it. */
  hasThumbnail?: boolean
  /** Annotation layers that the type can show. */
  annotations?: ('EVENT' | 'FORMULA' | 'INTERVAL' | 'TIME_SERIES')[]
  /** Whether the type can show a forecast; its controls are shown only then. */
  forecast?: boolean
}

/** A type of the list, with the folder of its parts. */
export interface ChartType extends ChartAbout {
  folder: string
}

/** What a page has to know of a type to show a chart of it; small enough to travel with every chart. */
export type ShownType = Pick<ChartType, 'type' | 'name' | 'folder' | 'drawnWith' | 'shows' | 'behaviors'>

/** The properties of its dataset that a chart can read when it draws or builds queries. */
export interface ChartDatasource {
  /** column or metric name -> label to show */
  verboseMap: Record<string, string>
  /** saved metric -> d3 format */
  columnFormats: Record<string, string>
  currencyFormats: Record<string, { symbol: string; symbolPosition: 'prefix' | 'suffix' }>
  columnTypes: Record<string, GenericType>
  mainDttmCol: string | null
}

export interface BuildQueryInput<F> {
  formData: F
  datasource: ChartDatasource
  /** page, sort order and search of a table with server pagination */
  ownState?: Record<string, unknown>
}

/** All inputs of a drawing. Pure: the same in the browser and in the report renderer. */
export interface DrawInput<F> {
  formData: F
  /** one entry per query of buildQuery */
  data: ChartData[]
  datasource: ChartDatasource
  theme: ChartTheme
  size: { width: number; height: number }
  /** color of a series label in the form data's scheme, with the dashboard's label colors */
  color: (label: string) => string
  /** the chart's own cross-filter state, to highlight the selected mark and mute the others */
  filterState?: DataMask['filterState']
  locale: string
  /** series that the user switched off or on in the legend; a missing name is on */
  legendSelected?: Record<string, boolean>
  /** the series under the pointer, read when a tooltip is created */
  hovered?: { seriesName?: string }
}

export interface ChartComponentProps<F> extends DrawInput<F> {
  /** absent if cross-filters are disabled */
  onDataMask?: (mask: DataMask) => void
  ownState?: Record<string, unknown>
  onOwnState?: (state: Record<string, unknown>) => void
  /** right click or menu key on a mark: the mask it would emit, and its position */
  onMarkContextMenu?: (menu: MarkMenu) => void
  /** the chart's name, for labels that only screen readers see */
  title: string
  /** receives the drawn element, to save it as an image; not called by tables */
  picture?: PictureRef
}

/** The drawn chart, while it is mounted. */
export type DrawnPicture = EChartsType | SVGSVGElement
export type PictureRef = RefCallback<DrawnPicture>

/** What stands behind one mark, for drilling: the filters that name its rows, and the dimension to drill by. */
export interface DrillContext {
  filters: QueryFilter[]
  by?: string
}

/** The data of a mark's context menu. `mask` is null if the mark cannot be used as a filter. */
export interface MarkMenu {
  mask: DataMask | null
  /** where it is not said by `mask` */
  drill?: DrillContext
  label: string
  x: number
  y: number
}

/** The clicked datum, as identified by ECharts. */
export interface MarkEvent {
  seriesName?: string
  name?: string
  dataIndex?: number
}

/** A mark that is reachable by keyboard. */
export interface Mark extends MarkEvent {
  label: string
}

export interface EChartsDrawing<F> {
  /** Pure: result, form data, theme -> ECharts option. */
  option(input: DrawInput<F>): EChartsOption
  /** The mask that a click on the datum emits; null if it cannot be used as a filter. */
  crossFilter?(input: DrawInput<F>, event: MarkEvent): DataMask | null
  /** The rows behind the datum, where they are not those of its cross filter. */
  drill?(input: DrawInput<F>, event: MarkEvent): DrillContext | null
  /** The rows that stand for the picture where a table takes its place; absent: those of the first query. */
  rowsOf?(input: Pick<DrawInput<F>, 'formData' | 'data' | 'datasource'>): ChartData
  /** The marks that can emit a cross-filter, in reading order. */
  marks?(input: DrawInput<F>): Mark[]
  /** A select above the chart, if the form data request it: it overrides one field until the user leaves the page. */
  readerSwitch?(formData: F): { field: string; label: string; choices: { value: string; label: string }[] } | null
  /** Registers the ECharts modules of the option, once. */
  register(formData: F): Promise<void>
}

/** How a chart type asks. */
export interface ChartQuery<F = Record<string, unknown>> {
  /** Fills in the defaults of the controls; keeps unknown keys. */
  formData: z.ZodType<F>
  /** Form data -> one or several queries; their answers come in the same order. Pure. */
  buildQuery(input: BuildQueryInput<F>): QueryObject[]
  /** Migrates older formats when form data are read. */
  migrate?(formData: Record<string, unknown>): Record<string, unknown>
  /** Retired `viz_type` -> what makes this type's form data of theirs. `about.replaces` has the same keys. */
  replaces?: Record<string, (formData: Record<string, unknown>) => Record<string, unknown>>
}

/** Keeps the types of one `query.ts` together; erases them for who loads it by the name of its folder. */
export function defineQuery<F>(query: ChartQuery<F>): ChartQuery {
  return query as unknown as ChartQuery
}

/** What a folder's `drawing.ts` exports. */
export interface DrawingModule {
  drawing: EChartsDrawing<Record<string, unknown>>
}

/** What a folder's `View.tsx` exports. */
export interface ViewModule extends Pick<EChartsDrawing<Record<string, unknown>>, 'rowsOf'> {
  default: FunctionComponent<ChartComponentProps<Record<string, unknown>>>
}

/** What a thumbnail gets: the box that it fills, its top left corner at (0, 0). */
export interface ThumbnailBox {
  width: number
  height: number
  /** the same numbers for the same chart, each time */
  random: () => number
  /** the series colour of a place, turned by the chart so that neighbours differ */
  color: (index: number) => string
}

/** What a folder's `thumbnail.tsx` exports. */
export interface ThumbnailModule {
  thumbnail: (box: ThumbnailBox) => ReactNode
}
