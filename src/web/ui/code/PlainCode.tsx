import { type ComponentProps, type RefObject, useLayoutEffect, useRef } from 'react'

/** The selection in a plain field when its editor replaces it: offsets in its text. */
export interface Caret {
  anchor: number
  head: number
}

/** Returns the selection of a plain field that was replaced, and clears it. */
export function taken(caret: RefObject<Caret | undefined>): Caret | undefined {
  const { current } = caret
  caret.current = undefined
  return current
}

export interface PlainCodeProps extends Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> {
  label: string
  value: string
  onChange: (value: string) => void
  /** set when the field is removed during typing, so that the editor continues there */
  caret?: RefObject<Caret | undefined>
}

/** Code in a plain field, while its editor loads. */
export function PlainCode({ label, value, onChange, caret, ...rest }: PlainCodeProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  // a layout effect is cleaned up before its element is removed
  useLayoutEffect(() => {
    const area = field.current
    return () => {
      if (!caret || !area || document.activeElement !== area) return
      caret.current = { anchor: area.selectionStart, head: area.selectionEnd }
    }
  }, [caret])
  return (
    <textarea
      {...rest}
      ref={field}
      aria-label={label}
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
