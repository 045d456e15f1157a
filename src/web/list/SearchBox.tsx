import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useShortcut } from '../shell/shortcuts.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { isEnter } from '../ui/isEnter.ts'
import { Kbd } from '../ui/Kbd.tsx'
import { TextField } from '../ui/TextField.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './SearchBox.module.css'

const texts = defineTexts('listSearch', {
  placeholder: 'Type a value',
  label: 'Search {title}',
  clear: 'Clear the search',
  focus: 'Search this list',
  group: 'List',
})

/** Pause after which typed text is searched, in ms. Enter, blur and clearing search at once. */
const typingMs = 500

export interface SearchBoxProps {
  title: string
  value: string
  onChange: (value: string) => void
}

export function SearchBox({ title, value, onChange }: SearchBoxProps) {
  const t = useText()
  const inputRef = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // the text while the user types; otherwise the field shows the text in the address
  const [draft, setDraft] = useState<string>()
  const text = draft ?? value

  useShortcut({
    keys: '/',
    label: t(texts.focus),
    group: t(texts.group),
    run: () => inputRef.current?.focus(),
  })
  useEffect(() => () => clearTimeout(timer.current), [])

  function apply(next: string) {
    clearTimeout(timer.current)
    setDraft(undefined)
    if (next !== value) onChange(next)
  }

  return (
    <TextField
      ref={inputRef}
      className={css.search}
      label={t(texts.label, { title })}
      hideLabel
      type="search"
      placeholder={t(texts.placeholder)}
      icon={<Search size={14} />}
      value={text}
      onChange={(next) => {
        clearTimeout(timer.current)
        if (next === '') {
          apply('')
          return
        }
        setDraft(next)
        timer.current = setTimeout(() => apply(next), typingMs)
      }}
      onBlur={() => apply(text)}
      onKeyDown={(event) => {
        if (isEnter(event)) apply(text)
        if (event.key === 'Escape') apply('')
      }}
      end={
        text === '' ? (
          <Kbd keys="/" />
        ) : (
          <IconButton
            size="xs"
            label={t(texts.clear)}
            tooltip={false}
            icon={<X size={14} />}
            onClick={() => apply('')}
          />
        )
      }
    />
  )
}
