import { metricLabel } from '../../model/query/labels.ts'
import type { DrawInput } from '../shared/contract.ts'
import { numberFormatter } from '../shared/format/index.ts'
import { axisFormat } from '../shared/metricFormat.ts'
import { h, type SvgChild } from '../shared/svg/tree.ts'
import { labelWidth } from '../shared/textWidth.ts'
import { trueMinus } from '../shared/trueMinus.ts'
import type { HorizonModel } from './layout.ts'
import type { HorizonForm } from './query.ts'

type Result = Pick<DrawInput<HorizonForm>, 'formData' | 'datasource' | 'theme'>

export const valueFormat = ({ formData: form, datasource }: Pick<Result, 'formData' | 'datasource'>) =>
  axisFormat({ format: 'SMART_NUMBER' }, datasource, form.metrics.map(metricLabel))

/** True if one key applies to all rows; otherwise each row has its own range, and the key shows fractions of it. */
export const hasOneRange = ({ series }: HorizonModel): boolean =>
  series.every(({ reach }) => reach === series[0]?.reach)

/** What the darkest color of a row means, if the key cannot say it. */
export const rangeText = (reach: number, input: Pick<Result, 'formData' | 'datasource'>): string =>
  `${numberFormatter('.0%')(1)} = ${trueMinus(valueFormat(input)(reach))}`

const step = { width: 18, height: 10 }
const top = 4

/** The colors of the bands with both ends, in the corner above the rows. */
export function keyParts(
  input: Result,
  model: HorizonModel,
  { above, below }: { above: string[]; below: string[] },
  right: number,
): SvgChild[] {
  const hasBelow = model.series.some(({ values }) => values.some((value) => (value ?? 0) < 0))
  const colors = [...(hasBelow ? below.toReversed() : []), ...above]
  const write = hasOneRange(model) ? valueFormat(input) : numberFormatter('.0%')
  const reach = hasOneRange(model) ? (model.series[0]?.reach ?? 0) : 1
  const [from, to] = [trueMinus(write(hasBelow ? -reach : 0)), trueMinus(write(reach))]
  const left = right - labelWidth(to) - 6 - colors.length * step.width
  const text = { y: top + step.height / 2, dy: '0.35em', fontSize: 11, fill: input.theme.chartLabel, textAnchor: 'end' }
  return [
    h('text', { ...text, x: left - 6 }, from),
    colors.map((fill, at) => h('rect', { ...step, x: left + at * step.width, y: top, fill })),
    h('text', { ...text, x: right }, to),
  ]
}
