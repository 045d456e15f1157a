import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { useExplore } from '../state/exploreContext.ts'
import css from './ControlPanel.module.css'

const texts = defineTexts('explore.kept', {
  title: 'Keep control settings?',
  text: 'The dataset was changed. Controls whose columns and metrics exist in the new dataset keep their values.',
  none: 'No form settings were maintained',
  noneText: 'The dataset was changed, and the new dataset has none of the columns and metrics that were set.',
  go: 'Continue',
  clear: 'Clear form',
})

/** After the dataset was changed: shows what happened to the controls. */
export function KeptControls() {
  const t = useText()
  const { clear } = useExplore()
  const kept = useLocation({ select: ({ state }) => (state as { keptControls?: number }).keptControls })
  const [isDone, setIsDone] = useState(false)
  if (kept === undefined || isDone) return null
  return (
    <section className={css.kept} aria-label={t(kept > 0 ? texts.title : texts.none)}>
      <h3>{t(kept > 0 ? texts.title : texts.none)}</h3>
      <p>{t(kept > 0 ? texts.text : texts.noneText)}</p>
      <div>
        {kept > 0 ? (
          <Button
            size="sm"
            onClick={() => {
              clear()
              setIsDone(true)
            }}
          >
            {t(texts.clear)}
          </Button>
        ) : null}
        <Button size="sm" variant="primary" onClick={() => setIsDone(true)}>
          {t(texts.go)}
        </Button>
      </div>
    </section>
  )
}
