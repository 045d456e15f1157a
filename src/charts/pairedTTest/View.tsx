import { type ReactNode, useMemo, useRef, useState } from 'react'
import { CenteredNote } from '../../web/ui/CenteredNote.tsx'
import { classes } from '../../web/ui/classes.ts'
import { useText } from '../../web/ui/text.ts'
import { useSize } from '../../web/ui/useSize.ts'
import type { ChartComponentProps } from '../shared/contract.ts'
import { useMoreBeside } from '../shared/grid/useMoreBeside.ts'
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
  const { formData: form, data, datasource, size } = props
  const t = useText()
  const read = useReading(readGroups, { formData: form, data })
  if (!read) return props.waiting
  const { all, whole, metrics } = read
  const groups =
    Math.max(0, ...whole.map(({ series }) => series.length)) + Math.ceil(all.omitted / Math.max(1, whole.length))
  if (!metrics.some(({ series }) => series.length > 1)) return <CenteredNote text={t(texts.needs)} />
  if (all.times.length < 2) return <CenteredNote text={t(texts.needsTime)} />
  return (
    <Tables size={size}>
      {(isNarrow) => (
        <>
          {metrics.map((groups) => (
            <MetricTable
              key={groups.metric}
              groups={groups}
              form={form}
              title={datasource.verboseMap[groups.metric] ?? groups.metric}
              isNarrow={isNarrow}
            />
          ))}
          {groups > mostGroups && <p className={css.note}>{t(texts.cut, { shown: mostGroups, all: groups })}</p>}
        </>
      )}
    </Tables>
  )
}

/** In a narrower tile, the answer is next to the groups, because the numbers behind it are partly out of view. */
const narrow = 300

interface TablesProps {
  size: { width: number }
  children: (isNarrow: boolean) => ReactNode
}

/** The scroller around all tables. Its edges show that there is more beside them. */
function Tables({ size, children }: TablesProps) {
  const [scroller, content] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)]
  const available = useSize(scroller)?.width ?? size.width
  const beside = useMoreBeside(scroller, useSize(content)?.width ?? 0, available)
  return (
    <div {...beside} className={classes(css.frame, beside.className)}>
      <div ref={scroller} className={css.scroller}>
        <div ref={content} className={classes(css.content, available < narrow && css.narrow)}>
          {children(available < narrow)}
        </div>
      </div>
    </div>
  )
}

/** Maximum number of rows of a table; more take seconds to show. */
const mostGroups = 200

interface MetricTableProps {
  groups: MetricGroups
  form: PairedTTestForm
  title: string
  isNarrow: boolean
}

function MetricTable({ groups, form, title, isNarrow }: MetricTableProps) {
  const t = useText()
  const [chosen, setChosen] = useState(0)
  const control = Math.min(chosen, groups.series.length - 1)
  const rows = useMemo(() => comparedWith(groups.series, control), [groups, control])
  const write = (value: number | null, precision: number, isProbability = false) =>
    writeTestValue(value, precision, t(texts.unknown), isProbability)
  const answerHead = (
    <th scope="col" className={css.head}>
      {t(texts.significant)}
    </th>
  )
  return (
    <>
      <h3 className={css.metric}>{title}</h3>
      <table className={css.grid} aria-label={title}>
        <thead>
          <tr>
            <th scope="col" className={css.head}>
              {t(texts.group)}
            </th>
            {isNarrow && answerHead}
            <th scope="col" className={classes(css.head, css.number)}>
              {t(texts.pValue)}
            </th>
            <th scope="col" className={classes(css.head, css.number)}>
              {t(texts.lift)}
            </th>
            {!isNarrow && answerHead}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ series, isControl, pValue, lift }, at) => {
            const name = groupName(series.group)
            const isSignificant = pValue !== null && pValue < form.significance_level
            const isMuted = !isControl && !isSignificant
            const outcome = pValue === null ? texts.unknown : isSignificant ? texts.yes : texts.no
            const answer = (
              <td className={classes(css.cell, isSignificant && css.significant, isMuted && css.muted)}>
                {t(isControl ? texts.control : outcome)}
              </td>
            )
            return (
              <tr key={JSON.stringify(series.group)} className={classes(css.row, isControl && css.control)}>
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
                {isNarrow && answer}
                <td className={classes(css.cell, css.number)}>
                  {isControl ? '' : write(pValue, form.pvalue_precision, true)}
                </td>
                <td className={classes(css.cell, css.number)}>
                  {isControl ? '' : write(lift, form.liftvalue_precision)}
                </td>
                {!isNarrow && answer}
              </tr>
            )
          })}
        </tbody>
      </table>
    </>
  )
}
