import type { EChartsOption } from 'echarts'
import { worded } from '../../../model/language/written.ts'
import type { Edges } from '../legend.ts'
import type { TimeseriesForm } from './formData.ts'

/**
 * A slider along the base axis, if there is room for one, and buttons for box zoom. `room`: px between it and the
 * edges.
 */
export function zoomOption(form: TimeseriesForm, slider: number, accent: string, room: Edges): EChartsOption {
  // points have no line for the preview in the slider, and a thin slider has no space for one
  const hasMiniature = form.seriesType !== 'scatter' && slider > 12
  const horizontal = form.orientation === 'horizontal'
  const along = horizontal
    ? { yAxisIndex: 0, right: 4 + room.right, width: slider - 4 }
    : { xAxisIndex: 0, bottom: 4 + room.bottom, height: slider }
  return {
    dataZoom: [
      {
        type: 'slider',
        show: slider > 0,
        showDetail: false,
        brushSelect: false,
        filterMode: 'filter',
        showDataShadow: hasMiniature,
        ...(!hasMiniature && { fillerColor: `${accent}38` }),
        ...along,
      },
    ],
    toolbox: {
      show: true,
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
