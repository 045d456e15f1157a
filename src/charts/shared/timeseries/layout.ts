import type { Edges } from '../legend.ts'
import { labelWidth, textWidth } from '../textWidth.ts'
import type { TimeseriesForm } from './formData.ts'

/** The position of a title on its axis; absent if there is no room for it. */
export interface AxisTitle {
  name: string
  nameLocation: 'middle' | 'end'
  nameGap: number
  nameTextStyle?: { align: 'left' | 'right' }
  nameTruncate: { maxWidth: number; ellipsis: string }
}

export interface Layout {
  edges: Edges
  /** the space for the marks, without axis labels and titles; estimated */
  plot: { width: number; height: number }
  baseTitle?: AxisTitle
  valueTitle?: AxisTitle
  /** px that the slider takes: its height, or its width for horizontal bars; 0 without a slider */
  slider: number
}

/** The form data that determines the layout. */
type LayoutForm = Pick<
  TimeseriesForm,
  | 'orientation'
  | 'zoomable'
  | 'seriesType'
  | 'x_axis_title'
  | 'x_axis_title_margin'
  | 'y_axis_title'
  | 'y_axis_title_margin'
  | 'y_axis_title_position'
  | 'show_value'
>

interface Wanted {
  size: { width: number; height: number }
  /** the space of the legend */
  legend: Edges
  /** px on the right for the names at the ends of lines and for the value labels of horizontal bars */
  aside: number
  /** size of the labels perpendicular to the axis: height below the plot, width next to it */
  labels: { below: number; beside: number }
  /** whether a zoomable chart has buttons in its upper right corner; true by default */
  hasButtons?: boolean
}

/**
 * In a narrower chart, which is usually one on a phone, the slider has handles for fingers, and there are no buttons:
 * they would be too small, and a box is hard to draw with a finger.
 */
const buttonsFrom = 400
export const isForFingers = ({ width }: { width: number }): boolean => width < buttonsFrom

export const hasZoomButtons = ({ zoomable }: Pick<LayoutForm, 'zoomable'>, size: { width: number }): boolean =>
  zoomable && !isForFingers(size)

const titleHeight = 13
const sliderSizes = { full: 20, thin: 10 }
const gripHeight = 20
/** px from a slider to the edge of the chart: its grips are higher than a thin slider. */
export const sliderEdge = (slider: number): number => Math.max(4, (gripHeight - slider) / 2 + 1)
const leastTitle = 48
/** In a narrower chart, a title beside the plot is omitted rather than truncated. */
const narrow = 260
/**
 * Maximum margin of a title, as a fraction of the width: a larger one would leave too little for the plot of a narrow
 * chart.
 */
export const mostMargin = 0.2

/** The parts that shrink, one after another, until the plot has about half of the height. */
const concessions = ['thin', 'tight', 'untitled', 'unzoomed'] as const
type Concession = (typeof concessions)[number]

/** The fraction of the height below which the plot takes space from each of them. */
function leastPlot(concession: Concession, form: LayoutForm, height: number): number {
  if (concession === 'unzoomed') return 0.35
  if (concession === 'untitled' && comparesMeasures(form)) return leastMeasured
  // without its title an axis says less: only a small chart gives it up for the shape of the data
  return concession === 'untitled' && height >= titledFrom ? 0.42 : 0.5
}
const titledFrom = 220
/** Points between two titled axes mean nothing without the titles: even a small chart keeps them. */
const comparesMeasures = ({ seriesType, x_axis_title: x, y_axis_title: y }: LayoutForm) =>
  seriesType === 'scatter' && x !== '' && y !== ''
const leastMeasured = 0.35

/**
 * Divides the space of the chart. The plot keeps half of its height: before it gets less, the slider loses its preview,
 * and the title at the bottom moves closer. If the plot still has too little, the title is removed, and finally the
 * slider. A title next to the plot that is longer than the height of the plot is placed above it, or omitted if the
 * chart is small.
 */
export function layOut(form: LayoutForm, wanted: Wanted): Layout {
  const given: Concession[] = []
  let layout = tryOut(form, wanted, given)
  for (const concession of concessions) {
    const enough = leastPlot(concession, form, wanted.size.height)
    if (layout.plot.height >= wanted.size.height * enough) break
    given.push(concession)
    layout = tryOut(form, wanted, given)
  }
  return layout
}

function tryOut(form: LayoutForm, wanted: Wanted, given: Concession[]): Layout {
  const { size, legend, aside, labels } = wanted
  const hasButtons = form.zoomable && (wanted.hasButtons ?? true)
  const lies = form.orientation === 'horizontal'
  const slider =
    !form.zoomable || given.includes('unzoomed')
      ? 0
      : sliderSizes[given.includes('thin') || form.seriesType === 'scatter' ? 'thin' : 'full']
  const below = lies ? form.y_axis_title : form.x_axis_title
  const margin = lies ? form.y_axis_title_margin : form.x_axis_title_margin
  const belowGap = Math.max(labels.below + 4, given.includes('tight') ? 0 : margin)
  const hasBelow = below !== '' && !given.includes('untitled') && !(lies && form.y_axis_title_position === 'Top')
  const labelsAbove = form.show_value && !lies ? 12 : 0
  const buttons = hasButtons ? 20 : 0

  const beside = lies ? form.x_axis_title : form.y_axis_title
  const besideMargin = Math.min(lies ? form.x_axis_title_margin : form.y_axis_title_margin, size.width * mostMargin)
  const besideGap = Math.max(labels.beside + 12, besideMargin)
  const bottom = legend.bottom + (slider > 0 && !lies ? Math.max(slider + 12, gripHeight + 3) : 4)
  const heightOf = (top: number) =>
    size.height - top - bottom - labels.below - (hasBelow ? belowGap + titleHeight - labels.below : 0)
  const titleRow = titleHeight + 12
  // the title at the top shares its row with the zoom buttons
  const rowsWithTitle = 8 + Math.max(legend.top, 0) + titleRow
  const rows = 8 + Math.max(legend.top, buttons) + labelsAbove
  const isLong = labelWidth(beside) > heightOf(rows)
  const leastBelowTitle = comparesMeasures(form) ? leastMeasured : 0.45
  const above =
    !lies &&
    beside !== '' &&
    (form.y_axis_title_position === 'Top' || (isLong && heightOf(rowsWithTitle) > leastBelowTitle * size.height))
  const height = Math.max(0, heightOf(above ? rowsWithTitle : rows))
  // a narrow chart has no width for a part of a title
  const leastHeight = size.width < narrow ? labelWidth(beside) : Math.min(leastTitle, textWidth(beside))
  const hasBeside = beside !== '' && !above && height >= leastHeight

  const edges = {
    // below a title at the top, value labels have its distance from the plot
    top: above ? 8 + legend.top : rows,
    right: 12 + legend.right + aside + (slider > 0 && lies ? sliderEdge(slider) + slider : 0),
    bottom,
    left: 4 + legend.left,
  }
  const width = size.width - edges.left - edges.right - (hasBeside ? besideGap + titleHeight : labels.beside + 8)
  const atEnd = above || (lies && form.y_axis_title !== '' && form.y_axis_title_position === 'Top')
  const endTitle: AxisTitle = {
    name: form.y_axis_title,
    nameLocation: 'end',
    nameGap: lies ? form.y_axis_title_margin : 12,
    nameTextStyle: { align: lies ? 'right' : 'left' },
    nameTruncate: { maxWidth: width - (hasButtons && legend.top === 0 ? 56 : 0), ellipsis: '…' },
  }
  const middle = (name: string, nameGap: number, room: number): AxisTitle => ({
    name,
    nameLocation: 'middle',
    nameGap,
    nameTruncate: { maxWidth: Math.max(leastTitle, room), ellipsis: '…' },
  })
  // the title is centered below the plot, and may be as wide as the chart
  const centre = size.width - edges.right - width / 2
  const belowTitle = hasBelow ? middle(below, belowGap, 2 * Math.min(centre, size.width - centre) - 8) : undefined
  const besideTitle = hasBeside ? middle(beside, besideMargin, height) : undefined
  return {
    edges,
    plot: { width: Math.max(0, width), height },
    baseTitle: lies ? besideTitle : belowTitle,
    valueTitle: atEnd ? endTitle : lies ? belowTitle : besideTitle,
    slider,
  }
}
