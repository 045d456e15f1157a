import { type ComponentProps, type RefObject, useLayoutEffect, useRef } from 'react'

/** Where one writes in a plain field at the moment its editor takes over: offsets in its text. */
export interface Caret {
  anchor: number
  head: number
}

/** The caret that a plain field left, once. */
export function taken(caret: RefObject<Caret | undefined>): Caret | undefined {
  const { current } = caret
  caret.current = undefined
  return current
}

export interface PlainCodeProps extends Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> {
  label: string
  value: string
  onChange: (value: string) => void
  /** set when the field goes while somebody writes in it, so that its editor goes on from there */
  caret?: RefObject<Caret | undefined>
}

/** Code in a plain field, while its editor loads. */
export function PlainCode({ label, value, onChange, caret, ...rest }: PlainCodeProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  // a layout effect is undone before its element leaves the page
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
