import { graphic, type use } from 'echarts/core'

/** ECharts' view of a line, which has no public type. */
interface LineView {
  group: graphic.Group
  _endLabel?: graphic.Text | null
  leader?: graphic.Line
}

interface LineModel {
  subType: string
  getData: () => { getLayout: (key: string) => ArrayLike<number> | undefined; getVisual: (key: string) => unknown }
}

type Install = Extract<Parameters<typeof use>[0], (...given: never[]) => void>
type Registers = Parameters<Install>[0]

/** px: a label that moved by more than half of its line might be taken for that of another end */
const leastMove = 6
/** px between a line to a label and the point at the end, and the label */
const gap = { point: 4, label: 2 }

/** A thin line from the end of a line to its label, if the label had to move because of others. */
export function leadEndLabels(registers: Registers): void {
  registers.registerUpdateLifecycle('series:afterupdate', (...[model, api]) => {
    if (!api || !('eachSeries' in model)) return
    model.eachSeries((series) => {
      const line = series as unknown as LineModel
      if (line.subType !== 'line') return
      const view = api.getViewOfSeriesModel(series) as unknown as LineView
      if (view.leader) view.group.remove(view.leader)
      delete view.leader
      const [label, end] = [view._endLabel, lastPoint(line.getData().getLayout('points'))]
      if (!label || label.ignore || !end || Math.abs(label.y - end.y) <= leastMove) return
      view.leader = new graphic.Line({
        silent: true,
        z2: 150,
        shape: { x1: end.x + gap.point, y1: end.y, x2: label.x - gap.label, y2: label.y },
        style: { stroke: colorOf(line), lineWidth: 0.75 },
      })
      view.group.add(view.leader)
    })
  })
}

const colorOf = (line: LineModel) => {
  const style = line.getData().getVisual('style') as { stroke?: string; fill?: string } | undefined
  return style?.stroke ?? style?.fill ?? 'currentColor'
}

/** The last point of a line that has a value, from a list of alternating coordinates. */
function lastPoint(points: ArrayLike<number> | undefined): { x: number; y: number } | undefined {
  for (let at = (points?.length ?? 0) - 2; at >= 0; at -= 2) {
    const [x, y] = [points![at]!, points![at + 1]!]
    if (Number.isFinite(x) && Number.isFinite(y)) return { x, y }
  }
  return undefined
}
