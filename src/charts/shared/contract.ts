import type { EChartsOption, EChartsType } from 'echarts'
import type { FunctionComponent, ReactNode, RefCallback } from 'react'
import type { MessageDescriptor } from 'react-intl'
import type { z } from 'zod'
import type { DataMask } from '../../model/dashboard/dataMask.ts'
import type { GenericType } from '../../model/dataset/dataset.ts'
import type { ChartData } from '../../model/query/chartData.ts'
import type { QueryFilter, QueryObject } from '../../model/query/queryObject.ts'
import type { AnnotationType, SourceChart } from './annotations/layer.ts'
import type { Steps } from './steps.ts'
import type { SvgNode } from './svg/tree.ts'
import type { ChartTheme } from './theme.ts'

/**
 * The contract of a chart type. A type is a folder of parts, each loaded only where it is used:
 *
 * - `about.ts` exports `about`: what it is. Data only; read by lists, the gallery and the server.
 * - `query.ts` exports `query`: how it builds queries. Read by the server, and by explore for the selected type.
 * - `controls.ts` exports `controls`: its control panel. Read by explore for the selected type.
 * - `drawing.ts` exports `drawing`, or `View.tsx` exports a component as default: how it is drawn. Read by every page
 *   that shows a chart of the type. It may import types, but no code, from parts with a schema.
 * - `still.ts`, next to a `View.tsx`, exports `still`: what it looks like in a picture that the server draws.
 * - `example.ts` exports `examples`: small charts of made-up data. Read by the gallery for the selected type.
 * - `thumbnail.tsx`, if `about` says so, exports `thumbnail`: its own thumbnail for lists and covers.
 */

/** How a chart is presented. */
export type Shows =
  /** a plot that can be downloaded as an image and read as a table */
  | 'plot'
  /** one large number, which fits in a small tile */
  | 'figure'
  /** the rows themselves, which extend to the edges of their tile */
  | 'rows'

export type Behavior = 'INTERACTIVE_CHART' | 'NATIVE_FILTER' | 'DRILL_TO_DETAIL' | 'DRILL_BY'

/** The thumbnails of charts in lists, covers and the gallery. */
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

/** A table that the server builds from a chart's rows for exports (`result_type: post_processed`). */
export type RowsTable = 'table' | 'pivot'

/** Properties of a `viz_type`, including types that are not supported yet. */
export interface KnownChart {
  /** the saved `viz_type` */
  type: string
  name: string
  /** its category in the gallery; `Other` if unknown */
  category: string
  picture: PictureKind
  /** absent: exports contain the rows unchanged */
  rowsTable?: RowsTable
}

type Range = readonly [least: number, most: number]

/** The columns that suit a type: how many metrics and how many dimensions besides time. */
export interface Suits {
  /** true: only with a time column; false: only without one; absent: either */
  time?: boolean
  dimensions: Range
  metrics: Range
  /** Of several types that suit the columns, those with the highest rank are suggested. */
  rank: number
}

/** The properties of a chart type. */
export interface ChartAbout extends KnownChart {
  tags: string[]
  description: string
  behaviors: Behavior[]
  shows: Shows
  /** An e-mail report of a chart starts with its rows as text; by default with an image. */
  isMailedAsText?: boolean
  /** Whether `drawing.ts` returns an ECharts option, or `View.tsx` is a component. */
  drawnWith: 'echarts' | 'react'
  /** Retired keys that open as this type; `query.replaces` has their migrations. */
  replaces?: string[]
  /** Its position among the tiles above the controls of explore; absent: only in the gallery. */
  tile?: number
  /** A badge next to the name in the gallery, with its explanation. */
  badge?: { label: string; explanation: string }
  /** The columns that suit the type: explore suggests it for them. */
  suits?: Suits
  /** Each row of the result is drawn as a cell, so messages about limits count cells. */
  drawsCells?: boolean
  /** The folder has a `thumbnail.tsx`, which is drawn instead of `picture` if there is enough room. */
  hasThumbnail?: boolean
  /** The type has something to draw if any of its queries has rows; by default only if the first has. */
  drawsAnyQuery?: boolean
  /**
   * The type draws the data of other saved charts. `sources` selects them: in `drawing.ts`, or in `View.tsx` and
   * `still.ts`.
   */
  drawsCharts?: boolean
  /** The type is a box of filters: on a dashboard, the tile shows the dashboard's own controls, and needs no rows. */
  filtersDashboard?: boolean
  /** The kinds of annotation layers that the type can show. */
  annotations?: AnnotationType[]
  /** How annotation layers of other charts can use its data. */
  annotates?: SourceChart
  /**
   * The form data fields that contain its dimensions, of which a drill replaces one: one field for each query if it has
   * several. Absent: `x_axis` and `groupby`. Empty: the chart cannot be drawn by another dimension.
   */
  dimensions?: string[]
  /** Each of `dimensions` belongs to a separate query; otherwise all belong to one. */
  dimensionsPerQuery?: boolean
  /** Whether the type can show a forecast; its controls are shown only then. */
  forecast?: boolean
}

/** A type in the list, with the folder of its parts. */
export interface ChartType extends ChartAbout {
  folder: string
}

/** The properties of a type that a page needs to show a chart of it; small enough to be sent with every chart. */
export type ShownType = Pick<
  ChartType,
  | 'type'
  | 'name'
  | 'folder'
  | 'drawnWith'
  | 'shows'
  | 'behaviors'
  | 'drawsAnyQuery'
  | 'drawsCharts'
  | 'filtersDashboard'
>

/** The properties of its dataset that a chart can read when it draws or builds queries. */
export interface ChartDatasource {
  /** column or metric name -> label to show */
  verboseMap: Record<string, string>
  /** saved metric -> d3 format */
  columnFormats: Record<string, string>
  currencyFormats: Record<string, { symbol: string; symbolPosition: 'prefix' | 'suffix' }>
  columnTypes: Record<string, GenericType>
  mainDttmCol: string | null
  /** whether its database does not offer raw rows (`disable_drill_to_detail`) */
  hidesRows?: boolean
}

export interface BuildQueryInput<F> {
  formData: F
  datasource: ChartDatasource
  /** page, sort order and search of a table with server pagination */
  ownState?: Record<string, unknown>
}

/** All inputs of a drawing, which is the same in the browser and in the report renderer. */
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
  /** current time in epoch ms, to mark a last period that has not ended; absent: no period is marked */
  now?: number
  /** series that the user switched off or on in the legend; a missing name is on */
  legendSelected?: Record<string, boolean>
  /** read only when a tooltip is created: the series under the pointer, and the rows that the chart does not show */
  hovered?: { seriesName?: string; leftOut?: string }
}

export interface ChartComponentProps<F> extends DrawInput<F> {
  /** absent if cross-filters are disabled */
  onDataMask?: (mask: DataMask) => void
  ownState?: Record<string, unknown>
  onOwnState?: (state: Record<string, unknown>) => void
  /** right click or menu key on a mark: the mask it would emit, and its position */
  onMarkContextMenu?: (menu: MarkMenu) => void
  /** the chart's name, for labels that only screen readers read */
  title: string
  /** shown while a large result is read */
  waiting?: ReactNode
  /** receives the drawn element, to save it as an image; not called by tables */
  picture?: PictureRef
  /** addresses of the MapLibre styles for the background of maps; absent: the product's own map of land and borders */
  mapStyle?: { light: string; dark: string }
  /**
   * shows the rows instead, for a component that cannot draw in this browser; absent if the page decides what is shown
   */
  onViewRows?: () => void
}

/** A chart that is drawn by a graphics card: the element with everything that belongs to it, as its legend. */
export interface CanvasPicture {
  element: HTMLElement
}

/** The drawn chart, while it is mounted. */
export type DrawnPicture = EChartsType | SVGSVGElement | CanvasPicture
export type PictureRef = RefCallback<DrawnPicture>

/** The data behind one mark, for drilling: the filters that select its rows, and the dimension to drill by. */
export interface DrillContext {
  /** by result column */
  filters: QueryFilter[]
  by?: string
  /** the query that the mark belongs to, if it is not the first */
  query?: number
}

/** The data of a mark's context menu. `mask` is null if the mark cannot be used as a filter. */
export interface MarkMenu {
  mask: DataMask | null
  /** null if the mark selects no rows */
  drill: DrillContext | null
  label: string
  /** whether `label` is the text of a cell or header of a table */
  isText?: boolean
  x: number
  y: number
}

/** The clicked mark, as identified by ECharts. */
export interface MarkEvent {
  seriesName?: string
  name?: string
  dataIndex?: number
  /** `edge`: a link between the nodes of a graph */
  dataType?: string
}

/** A mark that is reachable by keyboard. */
export interface Mark extends MarkEvent {
  label: string
  /** its label with its values, as in its tooltip; absent: the label alone */
  text?: string
}

/**
 * A button that draws more or fewer marks, for data that takes a long time to draw: it overrides one field until the
 * user leaves.
 */
export interface MoreOfChart {
  field: string
  value: number
  label: string
}

/** An entry of a legend. */
export interface LegendPart {
  label: string
  /** the label for which its color is requested; absent: it has the muted color */
  colorLabel?: string
}

export interface EChartsDrawing<F> {
  /** Pure: result, form data, theme -> ECharts option. */
  option(input: DrawInput<F>): EChartsOption
  /** The data mask of a click on the mark; null if it cannot be used as a filter. */
  crossFilter?(input: DrawInput<F>, event: MarkEvent): DataMask | null
  /** The rows behind the mark, if they differ from those of its cross-filter; null if it has none. */
  drill?(input: DrawInput<F>, event: MarkEvent): DrillContext | null
  /**
   * Tells users what the chart needs, if it cannot show anything with this result; otherwise undefined. It is shown
   * instead of the chart.
   */
  needs?(input: Pick<DrawInput<F>, 'formData' | 'data' | 'datasource'>): string | undefined
  /**
   * Reads a large result before `needs` and `option` use it (`readInSteps`). A page does this in several short tasks,
   * so that it stays responsive.
   */
  prepare?(input: Pick<DrawInput<F>, 'formData' | 'data' | 'datasource'>): Steps<unknown>
  /** The rows of "View as table"; absent: those of the first query. */
  rowsOf?(input: Pick<DrawInput<F>, 'formData' | 'data' | 'datasource'>): ChartData
  /** The entries of a legend for several charts, in the order in which their colors are requested. */
  legendParts?(input: Pick<DrawInput<F>, 'formData' | 'data' | 'datasource'>): LegendPart[]
  /** The marks that can emit a cross-filter or be drilled into, in reading order. */
  marks?(input: DrawInput<F>): Mark[]
  /** The points of one of these marks, if it represents a series. */
  points?(input: DrawInput<F>, mark: Mark): Mark[]
  /** A select above the chart, if the form data requests it: it overrides one field until the user leaves the page. */
  readerSwitch?(formData: F): { field: string; label: string; choices: { value: string; label: string }[] } | null
  /**
   * Other saved charts whose data the type draws, and the form data that is added to their queries. The page adds the
   * charts to the form data as `source_charts`; `data` contains their first results, in the same order. `isPartial`:
   * charts that cannot be loaded are left out and listed as `missing_charts`. `isUnlimited`: their own row and series
   * limits do not apply, only the limit of queries without one.
   */
  sources?(formData: F): {
    charts: number[]
    extraFormData: Record<string, unknown>
    isPartial?: boolean
    isUnlimited?: boolean
  }
  /**
   * A slider above the chart that moves between stops, such as the points in time to compare with. It overrides one
   * field with the position of the stop until the user leaves the page. `stopAt` returns the text of a stop.
   */
  readerSlider?(
    input: Pick<DrawInput<F>, 'formData' | 'data' | 'datasource'>,
  ): { field: string; label: string; count: number; stopAt: (position: number) => string; start: number } | null
  /** A button for a chart that does not draw all series at first; null if it draws all. */
  more?(input: Pick<DrawInput<F>, 'formData' | 'data'>): MoreOfChart | null
  /** The key of the custom map that the chart shows, if it shows one. */
  ownMap?(formData: F): string | undefined
  /**
   * Loads the ECharts modules of the option, once. `isLarge`: also loads the code that only results with more than 2000
   * cells need. `read`: for types that need more data from the server than their results.
   */
  register(formData: F, isLarge?: boolean, read?: ReadJson): Promise<void>
}

/** Reads an address of this server. The result does not change while the page is open. */
export type ReadJson = (address: string) => Promise<unknown>

/** How a chart type builds queries. */
export interface ChartQuery<F = Record<string, unknown>> {
  /** Fills in the defaults of the controls; keeps unknown keys. */
  formData: z.ZodType<F>
  /** Form data -> one or several queries; their results have the same order. Pure. */
  buildQuery(input: BuildQueryInput<F>): QueryObject[]
  /** Migrates older formats when form data is read. */
  migrate?(formData: Record<string, unknown>): Record<string, unknown>
  /** Retired `viz_type` -> a migration to this type's form data. `about.replaces` has the same keys. */
  replaces?: Record<string, (formData: Record<string, unknown>) => Record<string, unknown>>
}

/** Checks that the types of one `query.ts` are consistent, and erases them for code that loads it by folder name. */
export function defineQuery<F>(query: ChartQuery<F>): ChartQuery {
  return query as unknown as ChartQuery
}

/** The export of a folder's `drawing.ts`. */
export interface DrawingModule {
  drawing: EChartsDrawing<Record<string, unknown>>
}

/** The export of a folder's `View.tsx`. */
export interface ViewModule extends Pick<EChartsDrawing<Record<string, unknown>>, 'rowsOf' | 'sources'> {
  default: FunctionComponent<ChartComponentProps<Record<string, unknown>>>
}

/** All inputs of a picture that is drawn without a browser. */
export interface StillInput<F> extends DrawInput<F> {
  /** width in px of a text */
  measure: (text: string, font: { size: number; weight: number }) => number
  /** an id for elements that are referenced, unique in the file */
  id: string
  /** the text of a message, in the language of the picture */
  text: (message: MessageDescriptor, values?: Record<string, string | number>) => string
}

/** Charts inside a picture: each replaces the element that has its number as `data-part`. */
export type PictureParts = {
  type: ShownType
  formData: Record<string, unknown>
  datasource: ChartDatasource
  data: ChartData[]
  size: { width: number; height: number }
  /** theme of the map below it, which may be dark on a light page */
  theme: ChartTheme
  color: (label: string) => string
}[]

/** The export of a folder's `still.ts`. */
export interface StillModule extends Pick<ViewModule, 'sources'> {
  /** Loads what the other functions need. */
  prepare?: (input: Pick<StillInput<Record<string, unknown>>, 'formData' | 'data'>) => Promise<unknown>
  /** A picture of the input's size; a sentence if the chart can show nothing. Pure. */
  still: (input: StillInput<Record<string, unknown>>) => SvgNode | string
  /** The charts inside the picture, if it contains some. */
  parts?: (input: Pick<StillInput<Record<string, unknown>>, 'formData' | 'data' | 'theme' | 'color'>) => PictureParts
}

/** The props of a thumbnail: the box that it fills, with its top left corner at (0, 0). */
export interface ThumbnailBox {
  width: number
  height: number
  /** always the same numbers for the same chart */
  random: () => number
  /** a series color, rotated per chart so that adjacent thumbnails differ */
  color: (index: number) => string
}

/** The export of a folder's `thumbnail.tsx`. */
export interface ThumbnailModule {
  thumbnail: (box: ThumbnailBox) => ReactNode
}

/** A small chart of made-up data, which shows what a type is for. */
export interface ChartExample {
  /** what the example shows, as a sentence */
  caption: string
  /** form data; other fields have their defaults */
  form: Record<string, unknown>
  /** one result per query of the form data */
  data: ChartData[]
}

/** The export of a folder's `example.ts`. */
export interface ExampleModule {
  examples: ChartExample[]
}
