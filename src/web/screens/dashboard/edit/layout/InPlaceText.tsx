import { type ComponentProps, useState } from 'react'
import { flushSync } from 'react-dom'
import { classes } from '../../../../ui/classes.ts'
import { isEnter } from '../../../../ui/isEnter.ts'
import css from './InPlaceText.module.css'

interface InPlaceTextProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  label: string
  value: string
  /** called once, when the field loses the focus or Enter is pressed, and only if the text changed */
  onCommit: (value: string) => void
}

/** A title that is edited in place. Esc restores the old text. */
export function InPlaceText({ label, value, onCommit, className, onBlur, ...rest }: InPlaceTextProps) {
  const [draft, setDraft] = useState<string>()
  return (
    <input
      {...rest}
      type="text"
      className={classes(css.field, className)}
      aria-label={label}
      autoComplete="off"
      value={draft ?? value}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={(event) => {
        setDraft(undefined)
        if (draft !== undefined && draft !== value) onCommit(draft)
        onBlur?.(event)
      }}
      onKeyDown={(event) => {
        // Ctrl+S in this field saves as well
        if (!event.ctrlKey && !event.metaKey) event.stopPropagation()
        if (isEnter(event)) event.currentTarget.blur()
        if (event.key === 'Escape') {
          // leaves the field after the old text is restored, and before the next key
          flushSync(() => setDraft(value))
          event.currentTarget.blur()
        }
      }}
    />
  )
}
