import { type FormEvent, type ReactNode, useState } from 'react'
import type { Bounds, TimeColumn } from '../../../charts/timeTable/timeColumn.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Field } from '../../ui/Field.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Select } from '../../ui/select/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { defineTexts, type Texts, useText } from '../../ui/text.ts'
import frame from '../EditorFrame.module.css'
import { formatChoices } from '../simple/choices.ts'
import css from '../simple/Simple.module.css'

export const typeTexts = defineTexts('control.timeColumn.type', {
  time: 'Time comparison',
  contrib: 'Contribution',
  spark: 'Sparkline',
  avg: 'Period average',
})

const comparisonTexts = defineTexts('control.timeColumn.comparison', {
  value: 'Actual value',
  diff: 'Difference',
  perc: 'Percentage',
  perc_change: 'Percentage change',
})

const texts = defineTexts('control.timeColumn', {
  label: 'Label',
  tooltip: 'Tooltip',
  type: 'Type',
  width: 'Width',
  height: 'Height',
  ratio: 'Time ratio',
  axis: 'Show Y-axis',
  axisBounds: 'Y-axis bounds',
  dateFormat: 'Date format',
  lag: 'Time lag',
  comparison: 'Comparison',
  bounds: 'Color bounds',
  numberFormat: 'Number format',
  min: 'Min',
  max: 'Max',
  apply: 'Apply',
})

interface Props {
  title: string
  /** undefined: a new one */
  column: Partial<TimeColumn> | undefined
  onApply: (column: Partial<TimeColumn>) => void
}

/** Edits one column of a time-series table. */
export function TimeColumnEditor({ title, column, onApply }: Props) {
  const t = useText()
  const [draft, setDraft] = useState<Partial<TimeColumn>>(
    () => column ?? { key: crypto.randomUUID(), colType: 'time', comparisonType: 'value', timeLag: 1 },
  )
  const set = (change: Partial<TimeColumn>) => setDraft({ ...draft, ...change })
  const type = draft.colType ?? 'time'
  const number = (name: 'width' | 'height' | 'timeLag' | 'timeRatio', label: string, fallback: number) => (
    <NumberField
      label={label}
      value={draft[name] ?? fallback}
      onChange={(value) => set({ [name]: value ?? fallback })}
    />
  )
  const bounds = (name: 'bounds' | 'yAxisBounds', label: string): ReactNode => {
    const [min, max]: Bounds = draft[name] ?? [null, null]
    return (
      <Field label={label}>
        <div className={css.two}>
          <NumberField
            hideLabel
            label={`${label}: ${t(texts.min)}`}
            placeholder={t(texts.min)}
            value={min}
            onChange={(value) => set({ [name]: [value, max] })}
          />
          <NumberField
            hideLabel
            label={`${label}: ${t(texts.max)}`}
            placeholder={t(texts.max)}
            value={max}
            onChange={(value) => set({ [name]: [min, value] })}
          />
        </div>
      </Field>
    )
  }
  const format = (name: 'd3format' | 'dateFormat', label: string) => (
    <Field label={label}>
      <Select
        label={label}
        clearable
        allowNew
        options={formatChoices[name === 'dateFormat' ? 'time' : 'number'].map(([value, words]) => ({
          value: String(value),
          label: words,
        }))}
        value={draft[name] || undefined}
        onChange={(value) => set({ [name]: value ?? '' })}
      />
    </Field>
  )
  const choice = <V extends string>(
    label: string,
    words: Texts<Record<V, string>>,
    value: V,
    onChange: (value: V) => void,
  ) => (
    <Field label={label}>
      <Select
        label={label}
        options={(Object.keys(words) as V[]).map((each) => ({ value: each, label: t(words[each]) }))}
        value={value}
        onChange={(next) => onChange(next as V)}
      />
    </Field>
  )

  function apply(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    onApply(draft)
  }

  return (
    <form className={frame.frame} onSubmit={apply}>
      <div className={frame.head}>
        <h2 className={frame.title}>{title}</h2>
      </div>
      <div className={frame.body}>
        <TextField label={t(texts.label)} value={draft.label ?? ''} onChange={(label) => set({ label })} />
        <TextField label={t(texts.tooltip)} value={draft.tooltip ?? ''} onChange={(tooltip) => set({ tooltip })} />
        {choice(t(texts.type), typeTexts, type, (colType) => set({ colType }))}
        {type === 'spark' ? (
          <>
            {number('width', t(texts.width), 300)}
            {number('height', t(texts.height), 50)}
            {number('timeRatio', t(texts.ratio), 0)}
            <Checkbox
              label={t(texts.axis)}
              checked={draft.showYAxis ?? false}
              onChange={(showYAxis) => set({ showYAxis })}
            />
            {bounds('yAxisBounds', t(texts.axisBounds))}
            {format('dateFormat', t(texts.dateFormat))}
          </>
        ) : null}
        {type === 'time' || type === 'avg' ? number('timeLag', t(texts.lag), type === 'avg' ? 7 : 1) : null}
        {type === 'time'
          ? choice(t(texts.comparison), comparisonTexts, draft.comparisonType ?? 'value', (comparisonType) =>
              set({ comparisonType }),
            )
          : null}
        {type === 'spark' ? null : bounds('bounds', t(texts.bounds))}
        {format('d3format', t(texts.numberFormat))}
      </div>
      <footer className={frame.foot}>
        <Button size="sm" variant="primary" type="submit">
          {t(texts.apply)}
        </Button>
      </footer>
    </form>
  )
}
