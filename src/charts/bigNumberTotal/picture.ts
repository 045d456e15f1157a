import { metricLabel } from '../../model/query/labels.ts'
import { figureText, metricColumn } from '../shared/bigNumber/figure.ts'
import { drawBigNumber, type Picture } from '../shared/bigNumber/picture.ts'
import { rangeOf, ruleOpacity } from '../shared/conditionalFormat.ts'
import type { DrawInput } from '../shared/contract.ts'
import type { BigNumberTotalForm } from './query.ts'

/** One value and the line below it. Pure. */
export function bigNumberTotalPicture(input: DrawInput<BigNumberTotalForm>): Picture {
  const { formData: form, data, datasource, theme, size } = input
  const value = metricColumn(data[0], form.metric)[0] ?? null
  const label = form.metric === undefined ? '' : metricLabel(form.metric)
  const type = data[0]?.coltypes[data[0].colnames.indexOf(label)]
  return drawBigNumber(
    {
      ...figureText(value, form, datasource, type),
      figureColor: value === null ? theme.text3 : ruleColor(form, value),
      subheader: form.subtitle || form.subheader,
      timestamp: form.show_metric_name ? (datasource.verboseMap[label] ?? label) : undefined,
      headerFontSize: form.header_font_size,
      subheaderFontSize: form.subheader_font_size,
    },
    theme,
    size,
  )
}

/** The last matching rule colors the value, always with full opacity. */
function ruleColor(form: BigNumberTotalForm, value: unknown): string | undefined {
  if (typeof value !== 'number') return undefined
  return form.conditional_formatting.findLast((rule) => ruleOpacity(rule, value, rangeOf([value])) !== undefined)
    ?.colorScheme
}
