import type { ChartDatasource, ChartType } from '../../charts/shared/contract.ts'
import type { ChartMode } from '../../charts/shared/theme.ts'
import type { Band, Placed } from './dashboardLayout.ts'

/** The messages between the web process and the process that draws pictures. */

export interface Size {
  width: number
  height: number
}

/** px around a chart. */
export interface Edge {
  top: number
  bottom: number
  /** Left and right. */
  side: number
}

/** A chart to draw; its results are separate, as the engine has sent them. */
export interface ChartOrder {
  type: Pick<ChartType, 'type' | 'folder' | 'name' | 'drawnWith' | 'drawsAnyQuery'>
  /** In the current format, with all defaults. */
  formData: Record<string, unknown>
  datasource: ChartDatasource
  size: Size
  edge: Edge
  /** The picture of a table is not higher than its rows. */
  isTrimmed: boolean
  mode: ChartMode
  /** Language of its texts; absent: English. */
  language?: string
  /**
   * For small pictures. `glance`: without the pages of a legend. `marks`: without axes, legends and labels, which would
   * not be readable.
   */
  detail?: 'glance' | 'marks'
  /** Colors of labels that a dashboard has stored. */
  labelColors?: Record<string, string | number>
  /** The drawing lists the labels that it has colored: see `dealtColors.ts`. */
  tellsColors?: boolean
  /** The color scheme of the dashboard, instead of the chart's own. */
  colorScheme?: string
  /** UTC epoch milliseconds. */
  now: number
  /** Areas of maps with custom boundaries that the chart, or one in it, shows: JSON by its address. */
  maps?: Record<string, string>
}

/** A tile of a dashboard: its chart as SVG, or why it has none. */
export interface Tile {
  title: string
  /** The chart shows a single number. */
  isFigure?: boolean
  svg?: Buffer
  message?: string
}

export interface DashboardOrder {
  title: string
  /** Lines below the title: the filters in force. */
  notes: string[]
  mode: ChartMode
  /** Width of the page in px, without its edge. */
  width: number
  bands: Band[]
}

/** The first screen of a dashboard as a small image. */
export interface CoverOrder {
  mode: ChartMode
  /** The part of the page that is shown, in px of `parts`; it begins at the top left corner of the first part. */
  size: Size
  /** px around the parts. */
  edge: number
  parts: Placed[]
}

export type PictureRequest =
  | {
      kind: 'chart'
      order: ChartOrder
      results: Buffer[]
      /** `small`: a PNG file of few bytes. */
      format: 'svg' | 'png' | 'small'
      /** Pixels of the image for each px of the drawing. */
      zoom: number
    }
  | {
      kind: 'cover'
      order: CoverOrder
      /** Keyed by chart id. */
      tiles: Map<number, Tile>
      zoom: number
    }
  | {
      kind: 'dashboard'
      order: DashboardOrder
      /** Keyed by chart id. */
      tiles: Map<number, Tile>
      format: 'png' | 'pdf'
      zoom: number
    }

export type PictureReply = { picture: Buffer } | { refusal: string } | { fault: string }
