import { type FormEvent, useState } from 'react'
import { type ConditionalRule, ruleOperators } from '../../../charts/shared/fields.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Select } from '../../ui/select/Select.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import css from '../EditorFrame.module.css'
import type { ResultColumn } from '../resultColumns.ts'
import { isBetween, ruleErrors } from './rule.ts'

const texts = defineTexts('control.rule', {
  add: 'Add new formatter',
  edit: 'Edit formatter',
  column: 'Column',
  scheme: 'Color scheme',
  operator: 'Operator',
  target: 'Target value',
  left: 'Left value',
  right: 'Right value',
  apply: 'Apply',
  success: 'success',
  alert: 'alert',
  error: 'error',
  successDark: 'success dark',
  alertDark: 'alert dark',
  errorDark: 'error dark',
})

const schemes = [
  ['#ACE1C4', texts.success],
  ['#FDE380', texts.alert],
  ['#EFA1AA', texts.error],
  ['#439066', texts.successDark],
  ['#BC9501', texts.alertDark],
  ['#A7323F', texts.errorDark],
] as const

export interface RuleEditorProps {
  rule: ConditionalRule | undefined
  columns: readonly ResultColumn[]
  onApply: (rule: ConditionalRule) => void
}

/** Edits one rule that colors the cells of a column. */
export function RuleEditor({ rule, columns, onApply }: RuleEditorProps) {
  const t = useText()
  const [draft, setDraft] = useState<Partial<ConditionalRule>>(
    () => rule ?? { column: columns[0]?.name, colorScheme: schemes[0][0], operator: 'None' },
  )
  const [isChecked, setIsChecked] = useState(false)
  const errors = ruleErrors(draft)
  const shown = isChecked ? errors : {}
  const set = (change: Partial<ConditionalRule>) => setDraft({ ...draft, ...change })

  function apply(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    setIsChecked(true)
    if (Object.keys(errors).length === 0) onApply(draft as ConditionalRule)
  }

  return (
    <form className={css.frame} onSubmit={apply}>
      <div className={css.head}>
        <h2 className={css.title}>{t(rule ? texts.edit : texts.add)}</h2>
      </div>
      <div className={css.body}>
        <Field label={t(texts.column)} required error={shown.column}>
          <Select
            label={t(texts.column)}
            options={columns.map(({ name, label }) => ({ value: name, label }))}
            value={draft.column}
            onChange={(column) => set({ column })}
          />
        </Field>
        <Field label={t(texts.scheme)} required error={shown.colorScheme}>
          <Select
            label={t(texts.scheme)}
            options={schemes.map(([value, label]) => ({
              value: value as string,
              label: t(label),
              icon: swatch(value),
            }))}
            value={draft.colorScheme}
            onChange={(colorScheme) => set({ colorScheme })}
          />
        </Field>
        <Field label={t(texts.operator)} required error={shown.operator}>
          <Select
            label={t(texts.operator)}
            options={ruleOperators.map((operator) => ({ value: operator, label: operator }))}
            value={draft.operator}
            onChange={(operator) => set({ operator })}
          />
        </Field>
        {isBetween(draft.operator) ? (
          <>
            <NumberField
              label={t(texts.left)}
              value={draft.targetValueLeft ?? null}
              error={shown.targetValueLeft}
              onChange={(value) => set({ targetValueLeft: value ?? undefined })}
            />
            <NumberField
              label={t(texts.right)}
              value={draft.targetValueRight ?? null}
              error={shown.targetValueRight}
              onChange={(value) => set({ targetValueRight: value ?? undefined })}
            />
          </>
        ) : draft.operator === 'None' ? null : (
          <NumberField
            label={t(texts.target)}
            value={draft.targetValue ?? null}
            error={shown.targetValue}
            onChange={(value) => set({ targetValue: value ?? undefined })}
          />
        )}
      </div>
      <footer className={css.foot}>
        <Button size="sm" variant="primary" type="submit">
          {t(texts.apply)}
        </Button>
      </footer>
    </form>
  )
}

const swatch = (color: string) => (
  <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
    <rect width="14" height="14" rx="3" fill={color} />
  </svg>
)
