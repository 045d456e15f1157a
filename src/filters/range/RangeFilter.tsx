import { useId, useState } from 'react'
import { Popover } from '../../web/ui/Popover.tsx'
import { Slider } from '../../web/ui/Slider.tsx'
import { TextField } from '../../web/ui/TextField.tsx'
import { defineTexts, useText } from '../../web/ui/text.ts'
import type { FilterProps } from '../shared/defineFilter.ts'
import css from './RangeFilter.module.css'
import { type Range, rangeBounds, rangeLabel, rangeNumber, readRange } from './range.ts'
import { rangeMode, rangeStep } from './slider.ts'

const texts = defineTexts('filter.range', {
  nonNumeric: 'Chosen non-numeric column',
  low: '{name}: from',
  high: '{name}: to',
  value: '{name}: value',
  to: 'to',
  any: 'Any value',
})

/** A slider over the range of the data, with its ends as numbers below. */
export default function RangeFilter({ filter, controls, mask, onValue, options, id, compact }: FilterProps) {
  const t = useText()
  const bounds = rangeBounds(options)
  const chosen = readRange(mask?.filterState?.value)
  if (options.status === 'ready' && !bounds) return <p className={css.note}>{t(texts.nonNumeric)}</p>
  const panel = (
    <RangeEditor
      key={`${bounds?.min}|${bounds?.max}`}
      name={filter.name}
      id={id}
      mode={rangeMode(controls)}
      bounds={bounds}
      chosen={chosen}
      onChange={onValue}
    />
  )
  if (!compact) return panel
  return (
    <Popover
      label={filter.name}
      width={248}
      trigger={
        <button type="button" id={id} className={css.compact}>
          {rangeLabel(...chosen) || <span className={css.placeholder}>{t(texts.any)}</span>}
        </button>
      }
    >
      {panel}
    </Popover>
  )
}

interface RangeEditorProps {
  name: string
  id: string
  mode: ReturnType<typeof rangeMode>
  bounds: { min: number; max: number } | null
  chosen: Range
  onChange: (next: Range) => void
}

function RangeEditor({ name, id, mode, bounds, chosen, onChange }: RangeEditorProps) {
  const t = useText()
  const toId = useId()
  const { min, max } = bounds ?? { min: 0, max: 100 }
  const low = Math.max(min, chosen[0] ?? min)
  const high = Math.min(max, chosen[1] ?? max)
  const step = rangeStep({ min, max })
  const disabled = bounds === null

  if (mode !== 'both') {
    const value = mode === 'maximum' ? high : mode === 'minimum' ? low : (chosen[0] ?? min)
    const set = (next: number) =>
      onChange(mode === 'minimum' ? [next, null] : mode === 'maximum' ? [null, next] : [next, next])
    return (
      <div className={css.range}>
        <Slider
          labels={[t(texts.value, { name })]}
          value={[value]}
          min={min}
          max={max}
          step={step}
          disabled={disabled}
          onChange={([next]) => set(next ?? value)}
        />
        <NumberInput id={id} label={t(texts.value, { name })} value={value} disabled={disabled} onCommit={set} />
      </div>
    )
  }

  return (
    <div className={css.range}>
      <Slider
        labels={[t(texts.low, { name }), t(texts.high, { name })]}
        value={[low, high]}
        min={min}
        max={max}
        step={step}
        disabled={disabled}
        onChange={([from, to]) => onChange([from ?? low, to ?? high])}
      />
      <div className={css.ends}>
        <NumberInput
          id={id}
          label={t(texts.low, { name })}
          value={low}
          disabled={disabled}
          onCommit={(next) => onChange([next, Math.max(next, high)])}
        />
        <span className={css.to}>{t(texts.to)}</span>
        <NumberInput
          id={toId}
          label={t(texts.high, { name })}
          value={high}
          disabled={disabled}
          onCommit={(next) => onChange([Math.min(low, next), next])}
        />
      </div>
    </div>
  )
}

interface NumberInputProps {
  id: string
  label: string
  value: number
  disabled: boolean
  onCommit: (value: number) => void
}

/** Applies the number on Enter or on blur; invalid text is replaced with the previous number. */
function NumberInput({ id, label, value, disabled, onCommit }: NumberInputProps) {
  const [draft, setDraft] = useState<string>()
  const commit = () => {
    const next = draft === undefined ? Number.NaN : Number(draft.replaceAll(',', ''))
    setDraft(undefined)
    if (draft?.trim() && Number.isFinite(next) && next !== value) onCommit(next)
  }
  return (
    <TextField
      id={id}
      label={label}
      hideLabel
      inputMode="decimal"
      className={css.number}
      disabled={disabled}
      value={draft ?? (disabled ? '' : rangeNumber(value))}
      onChange={setDraft}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
        if (event.key === 'Escape') setDraft(undefined)
      }}
    />
  )
}
