import type { StillInput } from '../shared/contract.ts'
import { readSeries } from '../shared/legacySeries/readSeries.ts'
import { atOnce } from '../shared/steps.ts'
import { type GridRow, gridStill } from '../shared/stills/grid.ts'
import type { SvgNode } from '../shared/svg/tree.ts'
import { comparedWith, groupName, groupsOf } from './groups.ts'
import type { PairedTTestForm } from './query.ts'
import { texts } from './texts.ts'
import { writeTestValue } from './writeTestValue.ts'

const numbers = 96
const answer = 110

/** The groups of each metric, compared with the first group. */
export function still(input: StillInput<PairedTTestForm>): SvgNode | string {
  const { formData: form, data, datasource, theme, size, text } = input
  const all = atOnce(readSeries(data[0], form))
  const metrics = groupsOf(all, form.contribution)
  if (!metrics.some(({ series }) => series.length > 1)) return text(texts.needs)
  if (all.times.length < 2) return text(texts.needsTime)
  const unknown = text(texts.unknown)
  const style = { size: 12, weight: 520, color: theme.text3 }
  const head: GridRow = [
    { text: text(texts.group), align: 'left', ...style },
    { text: text(texts.pValue), align: 'right', ...style },
    { text: text(texts.lift), align: 'right', ...style },
    { text: text(texts.significant), align: 'left', ...style },
  ]
  const titleOf = (metric: string): GridRow => [
    { text: datasource.verboseMap[metric] ?? metric, align: 'left', weight: 620, columns: 4 },
    null,
    null,
    null,
  ]
  const body = metrics.flatMap(({ metric, series }, at): GridRow[] => [
    // the title and the column headers of the first metric are in the head of the grid
    ...(at === 0 ? [] : [titleOf(metric), head]),
    ...comparedWith(series, 0).map(({ series: one, isControl, pValue, lift }): GridRow => {
      const isSignificant = pValue !== null && pValue < form.significance_level
      const outcome = pValue === null ? unknown : text(isSignificant ? texts.yes : texts.no)
      const cell = isControl ? { background: theme.accentSoft, color: theme.accent } : {}
      const ofOutcome = isSignificant ? { weight: 620 } : isControl ? {} : { color: theme.text3 }
      return [
        { text: groupName(one.group), align: 'left', ...cell },
        {
          text: isControl ? '' : writeTestValue(pValue, form.pvalue_precision, unknown, true),
          align: 'right',
          ...cell,
        },
        { text: isControl ? '' : writeTestValue(lift, form.liftvalue_precision, unknown), align: 'right', ...cell },
        { text: isControl ? text(texts.control) : outcome, align: 'left', ...cell, ...ofOutcome },
      ]
    }),
  ])
  return gridStill(
    {
      widths: [Math.max(120, size.width - 2 * numbers - answer), numbers, numbers, answer],
      pad: 12,
      head: [...metrics.slice(0, 1).map(({ metric }) => titleOf(metric)), head],
      headHeight: 32,
      body,
      foot: [],
    },
    input,
  )
}
