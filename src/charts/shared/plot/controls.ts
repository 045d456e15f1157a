import { look, plain, select } from '../controlGroups.ts'
import type { Control } from '../controls.ts'
import { tickLayouts } from './tickLayouts.ts'

const margins = plain(15, 30, 50, 75, 100, 125, 150, 200)

export const titleMargin = (name: string, label: string, fallback: number) =>
  select(name, label, fallback, margins, { freeForm: true })

/** Titles of both axes. */
export const axisTitles: Control[] = [
  look('x_axis_title', 'text', 'X Axis Title', { default: '' }),
  titleMargin('x_axis_title_margin', 'X Axis Title Margin', 15),
  look('y_axis_title', 'text', 'Y Axis Title', { default: '' }),
  titleMargin('y_axis_title_margin', 'Y Axis Title Margin', 15),
  select('y_axis_title_position', 'Y Axis Title Position', 'Left', plain('Left', 'Top')),
]

export const tickLayout = () => select('x_ticks_layout', 'X Tick Layout', 'auto', plain(...tickLayouts))
