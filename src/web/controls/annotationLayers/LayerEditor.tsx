import { type FormEvent, useState } from 'react'
import { parseFormula } from '../../../charts/shared/annotations/formula.ts'
import { type AnnotationType, annotationTypes, readLayer } from '../../../charts/shared/annotations/layer.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { classes } from '../../ui/classes.ts'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/select/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import css from '../EditorFrame.module.css'
import { DisplayFields } from './DisplayFields.tsx'
import { isChartSource, isComplete, type LayerDraft, newDraft, savedLayer, withType } from './layerDraft.ts'
import { SliceFields } from './SliceFields.tsx'
import { SourceFields } from './SourceFields.tsx'

const texts = defineTexts('control.annotationLayer', {
  add: 'Add annotation layer',
  edit: 'Edit annotation layer',
  configuration: 'Layer configuration',
  name: 'Name',
  taken: 'Another layer has this name.',
  hide: 'Hide layer',
  showLabel: 'Show label',
  type: 'Annotation layer type',
  cancel: 'Cancel',
  remove: 'Remove',
  apply: 'Apply',
  ok: 'OK',
})

const typeTexts = defineTexts('control.annotationLayer.type', {
  FORMULA: 'Formula',
  EVENT: 'Event',
  INTERVAL: 'Interval',
  TIME_SERIES: 'Time series',
})

interface LayerEditorProps {
  /** undefined: a new one */
  saved: Record<string, unknown> | undefined
  /** types that the chart can draw */
  types: readonly AnnotationType[]
  /** names of the other layers */
  taken: readonly string[]
  /** `isDone`: the editor should be closed */
  onApply: (layer: Record<string, unknown>, isDone: boolean) => void
  onCancel: () => void
  onRemove: () => void
}

const isFormula = (text: string) => parseFormula(text).ok

/** Edits one annotation layer: its type, the source of its data, and its appearance. */
export default function LayerEditor({ saved, types, taken, onApply, onCancel, onRemove }: LayerEditorProps) {
  const t = useText()
  const [draft, setDraft] = useState<LayerDraft>(() => (saved && readLayer(saved)) ?? newDraft(types))
  const set = (change: Partial<LayerDraft>) => setDraft({ ...draft, ...change })
  const canApply = isComplete(draft, taken, isFormula)
  const isNew = saved === undefined
  const apply = (isDone: boolean) => {
    if (canApply) onApply(savedLayer(draft, saved), isDone)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    apply(true)
  }

  return (
    <form className={classes(css.frame, css.long)} onSubmit={submit}>
      <div className={css.head}>
        <h2 className={css.title}>{t(isNew ? texts.add : texts.edit)}</h2>
      </div>
      <fieldset className={css.body}>
        <legend>{t(texts.configuration)}</legend>
        <TextField
          required
          label={t(texts.name)}
          value={draft.name}
          error={taken.includes(draft.name.trim()) && draft.name !== '' ? t(texts.taken) : undefined}
          onChange={(name) => set({ name })}
        />
        <Checkbox label={t(texts.hide)} checked={!draft.show} onChange={(isHidden) => set({ show: !isHidden })} />
        {draft.annotationType === 'EVENT' || draft.annotationType === 'INTERVAL' ? (
          <Checkbox label={t(texts.showLabel)} checked={draft.showLabel} onChange={(showLabel) => set({ showLabel })} />
        ) : null}
        <Field label={t(texts.type)}>
          <Select
            label={t(texts.type)}
            options={annotationTypes
              .filter((type) => types.includes(type) || type === draft.annotationType)
              .map((type) => ({ value: type as string, label: t(typeTexts[type]) }))}
            value={draft.annotationType}
            onChange={(type) => setDraft(withType(draft, type as AnnotationType))}
          />
        </Field>
        <SourceFields draft={draft} onDraft={setDraft} />
      </fieldset>
      {isChartSource(draft) && draft.value !== null ? <SliceFields draft={draft} set={set} /> : null}
      <DisplayFields draft={draft} set={set} />
      <footer className={css.foot}>
        {isNew ? (
          <Button size="sm" onClick={onCancel}>
            {t(texts.cancel)}
          </Button>
        ) : (
          <Button size="sm" onClick={onRemove}>
            {t(texts.remove)}
          </Button>
        )}
        <Button size="sm" disabled={!canApply} onClick={() => apply(false)}>
          {t(texts.apply)}
        </Button>
        <Button size="sm" variant="primary" type="submit" disabled={!canApply}>
          {t(texts.ok)}
        </Button>
      </footer>
    </form>
  )
}
