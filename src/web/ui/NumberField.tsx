import { NumberField as Base } from '@base-ui/react/number-field'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useId } from 'react'
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
  onChange: (value: number | null) => void
  min?: number
  max?: number
  step?: number
  placeholder?: string
  size?: 'sm' | 'md'
  disabled?: boolean
  error?: string
  format?: Intl.NumberFormatOptions
}

/** A number: typed, by arrow keys, or by its two small buttons. */
export function NumberField({
  label,
  hideLabel = false,
  value,
  onChange,
  min,
  max,
  step = 1,
  placeholder,
  size = 'sm',
  disabled,
  error,
  format,
}: NumberFieldProps) {
  const t = useText()
  const id = useId()
  const box = (
    <Base.Root
      id={id}
      value={value}
      onValueChange={onChange}
      min={min}
      max={max}
      step={step}
      disabled={disabled}
      format={format}
    >
      <Base.Group
        className={classes(
          boxCss.box,
          boxCss[size],
          css.group,
          error !== undefined && boxCss.bad,
          disabled && boxCss.off,
        )}
      >
        <Base.Input
          className={boxCss.input}
          placeholder={placeholder}
          aria-label={hideLabel ? label : undefined}
          aria-invalid={error === undefined ? undefined : true}
        />
        <span className={css.steps}>
          <Base.Increment className={css.step} aria-label={t(texts.more)}>
            <ChevronUp size={12} />
          </Base.Increment>
          <Base.Decrement className={css.step} aria-label={t(texts.less)}>
            <ChevronDown size={12} />
          </Base.Decrement>
        </span>
      </Base.Group>
    </Base.Root>
  )
  if (hideLabel) return box
  return (
    <Field label={label} htmlFor={id} error={error}>
      {box}
    </Field>
  )
}
