import type { EChartsOption } from 'echarts'
import { worded } from '../../../model/language/written.ts'
import type { Edges } from '../legend.ts'
import type { TimeseriesForm } from './formData.ts'
import { isForFingers, sliderEdge } from './layout.ts'

/** px of the area that a finger hits, and of the one that a mouse hits: larger ones would cover a small part. */
const targets = { finger: 40, mouse: 24 }

/** A grip of 10 by 20 px. The empty parts at the corners make it as large as the target: ECharts tests its box. */
const gripOf = (target: number) =>
  `path://M-${target / 2}-${target / 2}M${target / 2},${target / 2}M-5-6a4,4,0,0,1,4-4h2a4,4,0,0,1,4,4v12a4,4,0,0,1-4,4h-2a4,4,0,0,1-4-4zM0-3V3`

export interface Slider {
  /** the axis that it zooms: below the plot or beside it */
  axis: 'x' | 'y'
  /** its height or width in px; 0 for none */
  thickness: number
  /** the size of the chart */
  size: { width: number; height: number }
  /** px between it and the edges of the chart */
  room: Edges
  accent: string
  /** whether it shows a preview of the data, if it has space for one */
  hasPreview?: boolean
}

/** A slider below the plot or beside it; ECharts makes it as long as the plot. */
export function sliderOption({ axis, thickness, size, room, accent, hasPreview = false }: Slider) {
  const showDataShadow = hasPreview && thickness > 12
  const target = targets[isForFingers(size) ? 'finger' : 'mouse']
  return {
    type: 'slider',
    show: thickness > 0,
    showDetail: false,
    brushSelect: false,
    handleIcon: gripOf(target),
    handleSize: target,
    showDataShadow,
    ...(!showDataShadow && { fillerColor: `${accent}38` }),
    ...(axis === 'x'
      ? { xAxisIndex: 0, bottom: sliderEdge(thickness) + room.bottom, height: thickness }
      : { yAxisIndex: 0, right: sliderEdge(thickness) + room.right, width: thickness }),
  }
}

/** A slider along the base axis, if there is room for one, and buttons for box zoom. */
export function zoomOption(form: TimeseriesForm, look: Omit<Slider, 'axis' | 'hasPreview'>): EChartsOption {
  const horizontal = form.orientation === 'horizontal'
  // points have no line for the preview
  const hasPreview = form.seriesType !== 'scatter'
  return {
    dataZoom: [
      {
        ...sliderOption({ ...look, axis: horizontal ? 'y' : 'x', hasPreview }),
        filterMode: 'filter',
      },
    ],
    toolbox: {
      show: !isForFingers(look.size),
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
