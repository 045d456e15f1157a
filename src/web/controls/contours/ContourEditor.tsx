import { type FormEvent, useState } from 'react'
import type { Contour } from '../../../charts/deckContour/startContours.ts'
import { Button } from '../../ui/Button.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import css from '../EditorFrame.module.css'
import { ColorControl } from '../simple/ColorControl.tsx'

const texts = defineTexts('control.contour', {
  lower: 'Threshold',
  upper: 'Upper threshold (empty: a line)',
  color: 'Color',
  width: 'Width of the line in px',
  apply: 'Apply',
  missing: 'cannot be empty',
  order: 'The upper threshold must be larger than the threshold',
})

interface Props {
  title: string
  contour: Partial<Contour> | undefined
  onApply: (contour: Partial<Contour>) => void
}

const fresh: Partial<Contour> = { color: { r: 0, g: 122, b: 135, a: 1 }, strokeWidth: 1 }

export function ContourEditor({ title, contour = fresh, onApply }: Props) {
  const t = useText()
  const [draft, setDraft] = useState(contour)
  const [isChecked, setIsChecked] = useState(false)
  const set = (change: Partial<Contour>) => setDraft({ ...draft, ...change })
  const { lowerThreshold: lower, upperThreshold: upper } = draft
  const isMissing = typeof lower !== 'number'
  const isReversed = typeof lower === 'number' && typeof upper === 'number' && upper <= lower

  function apply(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    setIsChecked(true)
    if (!isMissing && !isReversed) onApply(draft)
  }

  return (
    <form className={css.frame} noValidate onSubmit={apply}>
      <div className={css.head}>
        <h2 className={css.title}>{title}</h2>
      </div>
      <div className={css.body}>
        <NumberField
          label={t(texts.lower)}
          value={lower ?? null}
          error={isChecked && isMissing ? t(texts.missing) : undefined}
          onChange={(value) => set({ lowerThreshold: value ?? undefined })}
        />
        <NumberField
          label={t(texts.upper)}
          value={upper ?? null}
          error={isChecked && isReversed ? t(texts.order) : undefined}
          onChange={(value) => set({ upperThreshold: value ?? undefined })}
        />
        <NumberField
          label={t(texts.width)}
          value={draft.strokeWidth ?? null}
          onChange={(value) => set({ strokeWidth: value ?? undefined })}
        />
        <ColorControl
          control={{ name: 'color', kind: 'alphaColor', label: t(texts.color), query: false }}
          value={draft.color}
          onChange={(color) => set({ color: color as Contour['color'] })}
          errors={[]}
        />
      </div>
      <footer className={css.foot}>
        <Button size="sm" variant="primary" type="submit">
          {t(texts.apply)}
        </Button>
      </footer>
    </form>
  )
}
