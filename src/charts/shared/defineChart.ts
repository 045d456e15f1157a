import type { EChartsOption, EChartsType } from 'echarts'
import type { ComponentType, RefCallback } from 'react'
import type { z } from 'zod'
import type { DataMask } from '../../model/dashboard/dataMask.ts'
import type { GenericType } from '../../model/dataset/dataset.ts'
import type { ChartData } from '../../model/query/chartData.ts'
import type { QueryObject } from '../../model/query/queryObject.ts'
import type { ControlSection } from './controls.ts'
import type { ChartTheme } from './theme.ts'

/**
 * What a chart is to its reader, wherever it stands: a plot that can be downloaded as a picture and read as a table, one
 * large figure that is content with a small tile, or the rows themselves, which reach the edges of their tile.
 */
export type Shows = 'plot' | 'figure' | 'rows'

export type Behavior = 'INTERACTIVE_CHART' | 'NATIVE_FILTER' | 'DRILL_TO_DETAIL' | 'DRILL_BY'

/** What a chart may know of its dataset when it draws or builds queries. */
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
  /** page, sort and search of a table that pages on the server */
  ownState?: Record<string, unknown>
}

/** Everything a picture is made of. Pure input: the same in the browser and in the report renderer. */
export interface DrawInput<F> {
  formData: F
  /** one entry per query of buildQuery */
  data: ChartData[]
  datasource: ChartDatasource
  theme: ChartTheme
  size: { width: number; height: number }
  /** colour of a series label under the form data's scheme and the dashboard's label colours */
  color: (label: string) => string
  /** the chart's own cross-filter state, to keep the chosen mark and mute the others */
  filterState?: DataMask['filterState']
  locale: string
  /** series that the reader switched off or on in the legend; a missing name is on */
  legendSelected?: Record<string, boolean>
  /** the series under the pointer, read when a tooltip is written */
  hovered?: { seriesName?: string }
}

export interface ChartComponentProps<F> extends DrawInput<F> {
  /** absent where cross filters are off */
  onDataMask?: (mask: DataMask) => void
  ownState?: Record<string, unknown>
  onOwnState?: (state: Record<string, unknown>) => void
  /** right click or menu key on a mark: the mask it would emit, and where */
  onMarkContextMenu?: (menu: MarkMenu) => void
  /** the chart's name, for labels that only screen readers see */
  title: string
  /** is given what is drawn, to be saved as an image; tables give nothing */
  picture?: PictureRef
}

/** What a chart has drawn, while it is on the page. */
export type DrawnPicture = EChartsType | SVGSVGElement
export type PictureRef = RefCallback<DrawnPicture>

/** What the context menu of a mark may offer. `mask` is null where the mark has no meaning as a filter. */
export interface MarkMenu {
  mask: DataMask | null
  label: string
  x: number
  y: number
}

/** The datum that was clicked, as ECharts names it. */
export interface MarkEvent {
  seriesName?: string
  name?: string
  dataIndex?: number
}

/** A mark that can be reached by keyboard. */
export interface Mark extends MarkEvent {
  label: string
}

export interface EChartsDrawing<F> {
  /** Pure: answer, form data, theme -> ECharts option. */
  option(input: DrawInput<F>): EChartsOption
  /** What a click on the datum emits; null where the mark has no meaning as a filter. */
  crossFilter?(input: DrawInput<F>, event: MarkEvent): DataMask | null
  /** The marks that a cross filter can start from, in reading order. */
  marks?(input: DrawInput<F>): Mark[]
  /** A choice offered above the picture, where the form data ask for it: it overrides one field until the page is left. */
  readerSwitch?(formData: F): { field: string; label: string; choices: { value: string; label: string }[] } | null
  /** Registers the ECharts parts the option uses (modular build), once. */
  register(formData: F): Promise<void>
}

export interface ChartDefinition<F = Record<string, unknown>> {
  /** the saved `viz_type` */
  type: string
  name: string
  category: string
  tags: string[]
  description: string
  behaviors: Behavior[]
  shows: Shows
  /** Fills in the defaults of charts.md; keeps unknown keys. */
  formData: z.ZodType<F>
  /** The control panel of explore, in screen order (drawn by a later issue). */
  controls: ControlSection[]
  /** Saved form data -> the queries of the recordings. Pure. */
  buildQuery(input: BuildQueryInput<F>): QueryObject[]
  draw:
    | { with: 'echarts'; drawing: () => Promise<{ drawing: EChartsDrawing<F> }> }
    | { with: 'react'; component: () => Promise<{ default: ComponentType<ChartComponentProps<F>> }> }
  /** Older saved shapes -> today's, when form data are read. */
  migrate?(formData: Record<string, unknown>): Record<string, unknown>
  /** Retired chart types that open as this one: their `viz_type` -> what makes this type's form data of theirs. */
  replaces?: Record<string, (formData: Record<string, unknown>) => Record<string, unknown>>
}

/** Keeps the types of one chart together; erases them for the list. */
export function defineChart<F>(definition: ChartDefinition<F>): ChartDefinition {
  return definition as unknown as ChartDefinition
}
