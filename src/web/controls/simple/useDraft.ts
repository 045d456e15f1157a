import { useEffect, useState } from 'react'

const quietMs = 250

/** A text that is being typed: its value is applied when typing pauses, or when `settle` is called. */
export function useDraft(saved: string, onChange: (value: string) => void) {
  const [draft, setDraft] = useState<string>()
  const settle = () => {
    if (draft === undefined) return
    onChange(draft)
    setDraft(undefined)
  }
  useEffect(() => {
    if (draft === undefined) return
    const timer = setTimeout(settle, quietMs)
    return () => clearTimeout(timer)
    // a new callback does not change the text
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [draft])
  return { text: draft ?? saved, setDraft, settle }
}
