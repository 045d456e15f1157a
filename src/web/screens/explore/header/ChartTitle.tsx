import { useState } from 'react'
import { classes } from '../../../ui/classes.ts'
import { isEnter } from '../../../ui/isEnter.ts'
import { TextField } from '../../../ui/TextField.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import css from './ExploreHeader.module.css'

const texts = defineTexts('explore.title', { label: 'Chart title', placeholder: 'Add the name of the chart' })

export interface ChartTitleProps {
  name: string
  canEdit: boolean
  onRename: (name: string) => void
}

/** The chart's name, edited in place; it changes on Enter and on blur, and is stored with the next save. */
export function ChartTitle({ name, canEdit, onRename }: ChartTitleProps) {
  const t = useText()
  const [draft, setDraft] = useState<string>()
  const shown = name || t(texts.placeholder)
  if (!canEdit)
    return (
      <h1 className={css.title} dir="auto">
        {shown}
      </h1>
    )
  if (draft === undefined) {
    return (
      <h1 className={classes(css.title, css.editable, name === '' && css.unnamed)} dir="auto">
        <button type="button" aria-label={`${t(texts.label)}: ${shown}`} title={shown} onClick={() => setDraft(name)}>
          {shown}
        </button>
      </h1>
    )
  }
  const commit = () => {
    onRename(draft.trim())
    setDraft(undefined)
  }
  return (
    <TextField
      hideLabel
      label={t(texts.label)}
      className={css.field}
      placeholder={t(texts.placeholder)}
      maxLength={250}
      // shown only after the user has clicked to edit the name
      autoFocus
      value={draft}
      onChange={setDraft}
      onBlur={commit}
      onKeyDown={(event) => {
        if (isEnter(event)) commit()
        else if (event.key === 'Escape') setDraft(undefined)
      }}
    />
  )
}
