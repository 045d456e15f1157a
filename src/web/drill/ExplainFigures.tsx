import { numberFormatter } from '../../charts/shared/format/index.ts'
import { trueMinus } from '../../charts/shared/trueMinus.ts'
import { NativeSelect } from '../ui/NativeSelect.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './Explain.module.css'
import { signed, type Write } from './signed.ts'

const texts = defineTexts('drill.explain.figures', {
  metric: 'Metric',
  change: 'Change',
  share: '{change} ({percent})',
})

interface ExplainFiguresProps {
  before: { label: string; value: number }
  after: { label: string; value: number }
  write: Write
  /** names of the metrics that can be selected */
  metrics: string[]
  chosen: number
  onChoose: (metric: number) => void
}

/** The values of both marks and their difference, for one of the metrics. */
export function ExplainFigures({ before, after, write, metrics, chosen, onChoose }: ExplainFiguresProps) {
  const t = useText()
  const change = after.value - before.value
  const percent = before.value === 0 ? undefined : trueMinus(numberFormatter('+,.1%')(change / Math.abs(before.value)))
  return (
    <dl className={css.figures}>
      {[before, after].map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{trueMinus(write(value))}</dd>
        </div>
      ))}
      <div>
        <dt>{t(texts.change)}</dt>
        <dd>
          {percent === undefined ? signed(write, change) : t(texts.share, { change: signed(write, change), percent })}
        </dd>
      </div>
      {metrics.length > 1 ? (
        <div className={css.metric}>
          <dt>{t(texts.metric)}</dt>
          <dd>
            <NativeSelect
              aria-label={t(texts.metric)}
              value={String(chosen)}
              onChange={({ target }) => onChoose(Number(target.value))}
            >
              {metrics.map((name, at) => (
                <option key={name} value={String(at)}>
                  {name}
                </option>
              ))}
            </NativeSelect>
          </dd>
        </div>
      ) : null}
    </dl>
  )
}
