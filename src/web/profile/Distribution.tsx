import type { ColumnProfile } from '../../model/dataset/profile.ts'
import { rawText } from '../chart/dataRows.ts'
import { LabelledIcon } from '../ui/LabelledIcon.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './DatasetProfile.module.css'

const texts = defineTexts('profile.distribution', {
  ranges: 'Distribution of {name} from {low} to {high}',
  values: 'Most frequent values of {name}',
  none: 'No values',
})

const width = 200
const height = 28
const gap = 1

/** A small histogram of numbers and times; the most frequent values of everything else. */
export function Distribution({ column: { name, kind, histogram } }: { column: ColumnProfile }) {
  const t = useText()
  if (histogram.kind === 'values') {
    if (histogram.bars.length === 0) return <span className={css.quiet}>{t(texts.none)}</span>
    const most = Math.max(...histogram.bars.map(({ count }) => count))
    return (
      <ul className={css.values} aria-label={t(texts.values, { name })}>
        {histogram.bars.map(({ label, count }) => (
          <li key={label} className={css.value} title={label}>
            <span className={css.bar} style={{ inlineSize: `${(count / most) * 60}px` }} />
            <span className={css.label}>{label === '' ? '""' : label}</span>
          </li>
        ))}
      </ul>
    )
  }
  const { low, high, counts } = histogram
  const most = Math.max(...counts, 1)
  const step = width / counts.length
  const ends = { low: rawText(low, kind ?? undefined), high: rawText(high, kind ?? undefined) }
  return (
    <LabelledIcon label={t(texts.ranges, { name, ...ends })} tooltip={`${ends.low} – ${ends.high}`}>
      <svg className={css.ranges} viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
        {counts.map((count, at) => {
          // a range with few rows is still visible
          const tall = count === 0 ? 0 : Math.max(1, (count / most) * height)
          // oxlint-disable-next-line react/no-array-index-key -- a range is identified by its position
          return <rect key={at} x={at * step} y={height - tall} width={Math.max(1, step - gap)} height={tall} />
        })}
      </svg>
    </LabelledIcon>
  )
}
