import type { TitleComponentOption } from 'echarts'
import type { DrawInput } from './contract.ts'

type Place = Pick<DrawInput<unknown>, 'theme' | 'size'>

/** Height of a note below a chart. */
export const noteHeight = 18

/** A line below a chart, for what the chart cannot show. */
export const note = (text: string, { theme, size }: Place): TitleComponentOption => ({
  text,
  left: 0,
  bottom: 0,
  padding: 0,
  textStyle: {
    color: theme.text3,
    fontSize: 11,
    fontWeight: 'normal',
    lineHeight: 14,
    width: Math.max(40, size.width),
    overflow: 'truncate',
  },
})
