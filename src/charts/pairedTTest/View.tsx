import { useMemo, useState } from 'react'
import { CenteredNote } from '../../web/ui/CenteredNote.tsx'
import { classes } from '../../web/ui/classes.ts'
import { useText } from '../../web/ui/text.ts'
import type { ChartComponentProps } from '../shared/contract.ts'
import { readSeries } from '../shared/legacySeries/readSeries.ts'
import { readInSteps } from '../shared/readInSteps.ts'
import { useReading } from '../shared/useReading.ts'
import { comparedWith, groupName, groupsOf, type MetricGroups } from './groups.ts'
import css from './PairedTTest.module.css'
import type { PairedTTestForm } from './query.ts'
import { texts } from './texts.ts'
import { writeTestValue } from './writeTestValue.ts'

const readGroups = readInSteps(function* ({
  formData,
  data,
}: Pick<ChartComponentProps<PairedTTestForm>, 'formData' | 'data'>) {
  const all = yield* readSeries(data[0], formData)
  yield
  const whole = groupsOf(all, formData.contribution)
  const metrics = whole.map((one) => ({ ...one, series: one.series.slice(0, mostGroups) }))
  return { all, whole, metrics }
})

/**
 * A table for each metric: its groups, compared with the control group, which is the first one until another is chosen.
 */
export default function PairedTTest(props: ChartComponentProps<PairedTTestForm>) {
  const { formData: form, data, datasource } = props
  const t = useText()
  const read = useReading(readGroups, { formData: form, data })
  if (!read) return props.waiting
  const { all, whole, metrics } = read
  const groups =
    Math.max(0, ...whole.map(({ series }) => series.length)) + Math.ceil(all.omitted / Math.max(1, whole.length))
  if (!metrics.some(({ series }) => series.length > 1)) return <CenteredNote text={t(texts.needs)} />
  if (all.times.length < 2) return <CenteredNote text={t(texts.needsTime)} />
  return (
    <div className={css.scroller}>
      {metrics.map((groups) => (
        <MetricTable
          key={groups.metric}
          groups={groups}
          form={form}
          title={datasource.verboseMap[groups.metric] ?? groups.metric}
        />
      ))}
      {groups > mostGroups && <p className={css.note}>{t(texts.cut, { shown: mostGroups, all: groups })}</p>}
    </div>
  )
}

/** Maximum number of rows of a table; more take seconds to show. */
const mostGroups = 200

function MetricTable({ groups, form, title }: { groups: MetricGroups; form: PairedTTestForm; title: string }) {
  const t = useText()
  const [chosen, setChosen] = useState(0)
  const control = Math.min(chosen, groups.series.length - 1)
  const rows = useMemo(() => comparedWith(groups.series, control), [groups, control])
  const write = (value: number | null, precision: number, isProbability = false) =>
    writeTestValue(value, precision, t(texts.unknown), isProbability)
  return (
    <>
      <h3 className={css.metric}>{title}</h3>
      <table className={css.grid} aria-label={title}>
        <thead>
          <tr>
            <th scope="col" className={css.head}>
              {t(texts.group)}
            </th>
            <th scope="col" className={classes(css.head, css.number)}>
              {t(texts.pValue)}
            </th>
            <th scope="col" className={classes(css.head, css.number)}>
              {t(texts.lift)}
            </th>
            <th scope="col" className={css.head}>
              {t(texts.significant)}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ series, isControl, pValue, lift }, at) => {
            const name = groupName(series.group)
            const isSignificant = pValue !== null && pValue < form.significance_level
            return (
              <tr key={JSON.stringify(series.group)} className={isControl ? css.control : undefined}>
                <th scope="row" className={css.name}>
                  <button
                    type="button"
                    className={css.choose}
                    aria-pressed={isControl}
                    title={t(texts.choose, { group: name })}
                    onClick={() => setChosen(at)}
                  >
                    {name}
                  </button>
                </th>
                <td className={classes(css.cell, css.number)}>
                  {isControl ? '' : write(pValue, form.pvalue_precision, true)}
                </td>
                <td className={classes(css.cell, css.number)}>
                  {isControl ? '' : write(lift, form.liftvalue_precision)}
                </td>
                <td
                  className={classes(
                    css.cell,
                    isSignificant && css.significant,
                    !isControl && !isSignificant && css.muted,
                  )}
                >
                  {isControl
                    ? t(texts.control)
                    : pValue === null
                      ? t(texts.unknown)
                      : t(isSignificant ? texts.yes : texts.no)}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </>
  )
}
