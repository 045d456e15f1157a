import { ChevronDown, ChevronUp } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { classes } from './classes.ts'
import { Field } from './Field.tsx'
import css from './NumberField.module.css'
import boxCss from './TextField.module.css'
import { defineTexts, useText } from './text.ts'

const texts = defineTexts('ui.number', { more: 'Increase', less: 'Decrease' })

export interface NumberFieldProps {
  label: string
  hideLabel?: boolean
  value: number | null
  /** null if the field was cleared */
  onChange: (value: number | null) => void
  min?: number
  max?: number
  step?: number
  placeholder?: string
  size?: 'sm' | 'md'
  disabled?: boolean
  error?: string
  /** a typed number is also committed after a pause of this many ms */
  commitAfterMs?: number
}

/**
 * A number field: typed (committed on Enter and on blur), changed with arrow keys, or with its two small buttons. Not
 * Base UI's: in the English locale that one reads 1,5 as 15, it does not commit on Enter, and it does not handle Page
 * keys.
 */
export function NumberField(props: NumberFieldProps) {
  const { label, hideLabel = false, value, onChange, min = -Infinity, max = Infinity, step = 1, size = 'sm' } = props
  const t = useText()
  const id = useId()
  const [draft, setDraft] = useState<string>()
  const text = draft ?? (value === null ? '' : String(value))

  function commit(next: number | null) {
    setDraft(undefined)
    commitOnly(next)
  }

  function commitOnly(next: number | null) {
    const inside = next === null ? null : Math.min(max, Math.max(min, next))
    if (inside !== value) onChange(inside)
  }

  function commitDraft() {
    if (draft === undefined) return
    const number = numberIn(draft)
    // Invalid text is replaced with the previous number.
    if (draft.trim() === '') commit(null)
    else if (Number.isFinite(number)) commit(number)
    else setDraft(undefined)
  }

  function move(steps: number) {
    const from = Number(text)
    const next = (Number.isFinite(from) ? from : 0) + steps * step
    // Rounded, because sums of steps such as 0.1 are inexact.
    commit(Number(next.toPrecision(12)))
  }

  const onPause = useEffectEvent(() => {
    if (draft === undefined || draft.trim() === '') commitDraft()
    // the text remains as typed: `1.` may become 1.5
    else if (Number.isFinite(numberIn(draft))) commitOnly(numberIn(draft))
  })
  const { commitAfterMs } = props
  useEffect(() => {
    if (draft === undefined || commitAfterMs === undefined) return
    const timer = setTimeout(() => onPause(), commitAfterMs)
    return () => clearTimeout(timer)
  }, [draft, commitAfterMs])

  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }
    const moved = steps[event.key]
    if (moved !== undefined) {
      event.preventDefault()
      move(moved)
    } else if (event.key === 'Enter') commitDraft()
  }

  const isOff = props.disabled ?? false
  const box = (
    <div
      className={classes(
        boxCss.box,
        boxCss[size],
        css.group,
        props.error !== undefined && boxCss.bad,
        isOff && boxCss.off,
      )}
    >
      <input
        id={id}
        type="text"
        // the numeric keyboard of an iPhone has no minus
        inputMode={min < 0 ? 'text' : 'decimal'}
        autoComplete="off"
        className={boxCss.input}
        placeholder={props.placeholder}
        disabled={isOff}
        aria-label={hideLabel ? label : undefined}
        aria-invalid={props.error === undefined ? undefined : true}
        value={text}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={commitDraft}
        onKeyDown={onKeyDown}
      />
      <span className={css.steps}>
        {/* The buttons are for the mouse; the arrow keys do the same. */}
        <button type="button" tabIndex={-1} disabled={isOff} aria-label={t(texts.more)} onClick={() => move(1)}>
          <ChevronUp size={12} />
        </button>
        <button type="button" tabIndex={-1} disabled={isOff} aria-label={t(texts.less)} onClick={() => move(-1)}>
          <ChevronDown size={12} />
        </button>
      </span>
    </div>
  )
  if (hideLabel) return box
  return (
    <Field label={label} htmlFor={id} error={props.error}>
      {box}
    </Field>
  )
}

const numberIn = (text: string) => Number(text.trim().replace(',', '.'))
