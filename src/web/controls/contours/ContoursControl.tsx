import { useState } from 'react'
import type { Contour } from '../../../charts/deckContour/startContours.ts'
import { defineTexts, useText } from '../../ui/text.ts'
import { listOf, moved, placed, without } from '../listEdits.ts'
import { type OpenEditor, PillBox } from '../pills/PillBox.tsx'
import type { ControlProps } from '../source.ts'
import { ContourEditor } from './ContourEditor.tsx'

const texts = defineTexts('control.contours', {
  add: 'Add a contour',
  editor: 'Contour',
  line: 'Line at {lower}',
  band: 'Band from {lower} to {upper}',
})

/** Lines at a threshold, and bands between two; later ones are drawn over earlier ones. */
export function ContoursControl({ control, value, onChange, errors }: ControlProps) {
  const t = useText()
  const [open, setOpen] = useState<OpenEditor>()
  const contours = listOf<Partial<Contour>>(value ?? control.default)
  const change = (next: readonly Partial<Contour>[]) =>
    onChange(next.map((contour, at) => ({ ...contour, zIndex: at })))
  return (
    <PillBox
      control={control}
      errors={errors}
      pills={contours.map(({ lowerThreshold: lower, upperThreshold: upper }, index) => ({
        key: `${index}:${lower}:${upper}`,
        label:
          upper === undefined || upper === null
            ? t(texts.line, { lower: String(lower ?? '') })
            : t(texts.band, { lower: String(lower ?? ''), upper: String(upper) }),
        icon: 'metric',
      }))}
      hint={t(texts.add)}
      open={open}
      onOpen={setOpen}
      editorLabel={t(texts.editor)}
      editorWidth={320}
      editor={(at) => (
        <ContourEditor
          title={t(texts.editor)}
          contour={at === 'new' ? undefined : contours[at]}
          onApply={(contour) => {
            setOpen(undefined)
            change(placed(contours, at, contour))
          }}
        />
      )}
      onRemove={(index) => change(without(contours, index))}
      onMove={(from, to) => change(moved(contours, from, to))}
      accepts={() => false}
      onDropItem={() => undefined}
    />
  )
}
