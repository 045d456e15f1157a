import type { EChartsOption } from 'echarts'
import { worded } from '../../../model/language/written.ts'
import type { Edges } from '../legend.ts'
import type { TimeseriesForm } from './formData.ts'
import { sliderEdge } from './layout.ts'

/**
 * A narrower chart is usually one on a phone: there are no buttons, because they would be too small, and a box is hard
 * to draw with a finger.
 */
const buttonsFrom = 400

export const hasZoomButtons = ({ zoomable }: TimeseriesForm, size: { width: number }): boolean =>
  zoomable && size.width >= buttonsFrom

interface Slider {
  /** the axis that it zooms: below the plot or beside it */
  axis: 'x' | 'y'
  /** its height or width in px; 0 for none */
  size: number
  /** px between it and the edges of the chart */
  room: Edges
  accent: string
  /** whether it shows a preview of the data, if it has space for one */
  hasPreview?: boolean
}

/** A slider below the plot or beside it; ECharts makes it as long as the plot. Its handles are part of the theme. */
export function sliderOption({ axis, size, room, accent, hasPreview = false }: Slider) {
  const showDataShadow = hasPreview && size > 12
  return {
    type: 'slider',
    show: size > 0,
    showDetail: false,
    brushSelect: false,
    showDataShadow,
    ...(!showDataShadow && { fillerColor: `${accent}38` }),
    ...(axis === 'x'
      ? { xAxisIndex: 0, bottom: sliderEdge(size) + room.bottom, height: size }
      : { yAxisIndex: 0, right: sliderEdge(size) + room.right, width: size }),
  }
}

/** A slider along the base axis, if there is room for one, and buttons for box zoom. */
export function zoomOption(
  form: TimeseriesForm,
  size: number,
  accent: string,
  room: Edges,
  hasButtons: boolean,
): EChartsOption {
  const horizontal = form.orientation === 'horizontal'
  // points have no line for the preview
  const hasPreview = form.seriesType !== 'scatter'
  return {
    dataZoom: [
      {
        ...sliderOption({ axis: horizontal ? 'y' : 'x', size, room, accent, hasPreview }),
        filterMode: 'filter',
      },
    ],
    toolbox: {
      show: hasButtons,
      top: 2,
      right: 4,
      padding: 0,
      itemSize: 13,
      feature: {
        dataZoom: {
          ...(horizontal ? { xAxisIndex: false } : { yAxisIndex: false }),
          title: { zoom: worded('Zoom into an area'), back: worded('Undo zoom') },
        },
      },
    },
  } as EChartsOption
}
