import type { EChartsOption } from 'echarts'
import { worded } from '../../../model/language/written.ts'
import type { Edges } from '../legend.ts'
import type { TimeseriesForm } from './formData.ts'

/**
 * In a narrower chart, which is usually one on a phone, the slider has handles for fingers, and there are no buttons:
 * they would be too small, and a box is hard to draw with a finger.
 */
const buttonsFrom = 400

export const hasZoomButtons = ({ zoomable }: TimeseriesForm, size: { width: number }): boolean =>
  zoomable && size.width >= buttonsFrom

/** px. A finger hits an area of this size. */
const target = 40
/** A grip of 10 by 24 px. The empty parts at the corners make it as large as the target: ECharts tests its box. */
const grip = `path://M-${target / 2}-${target / 2}M${target / 2},${target / 2}M-5-8a4,4,0,0,1,4-4h2a4,4,0,0,1,4,4v16a4,4,0,0,1-4,4h-2a4,4,0,0,1-4-4zM0-4V4`

/**
 * A slider along the base axis, if there is room for one, and buttons for box zoom. `room`: px between it and the
 * edges. `touched`: set for a chart without buttons; where its plot begins, in px.
 */
export function zoomOption(
  form: TimeseriesForm,
  slider: number,
  accent: string,
  room: Edges,
  touched?: { left: number },
): EChartsOption {
  // points have no line for the preview in the slider, and a thin slider has no space for one
  const hasMiniature = form.seriesType !== 'scatter' && slider > 12
  const horizontal = form.orientation === 'horizontal'
  const along = horizontal
    ? { yAxisIndex: 0, right: 4 + room.right, width: slider - 4 }
    : { xAxisIndex: 0, bottom: 4 + room.bottom, height: slider }
  const forFingers = touched && {
    handleIcon: grip,
    handleSize: target,
    // both handles are inside the chart
    ...(!horizontal && { left: Math.max(target / 2, touched.left), right: target / 2 + room.right, width: 'auto' }),
  }
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
        ...forFingers,
      },
    ],
    toolbox: {
      show: touched === undefined,
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
