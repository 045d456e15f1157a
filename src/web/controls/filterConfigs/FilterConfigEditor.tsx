import { type FormEvent, useState } from 'react'
import type { FilterConfig } from '../../../charts/filterBox/fields.ts'
import { GenericType } from '../../../model/dataset/dataset.ts'
import { metricLabel } from '../../../model/query/labels.ts'
import type { ExploreDataset } from '../../api/explore.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/select/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import frame from '../EditorFrame.module.css'
import { findColumn, typeOfColumn } from '../source.ts'

const texts = defineTexts('control.filterConfig', {
  column: 'Column',
  label: 'Label',
  default: 'Default',
  defaultMany: 'Default values, separated by semicolons',
  metric: 'Sort Metric',
  ascending: 'Sort ascending',
  multiple: 'Allow multiple selections',
  searchAll: 'Search all filter options',
  searchAllHelp: 'By default, each filter loads at most 1000 choices when the page is loaded.',
  required: 'Required',
  apply: 'Apply',
})

interface Props {
  title: string
  dataset: ExploreDataset
  /** undefined: a new one */
  config: FilterConfig | undefined
  onApply: (config: FilterConfig) => void
}

/** Edits one select of a filter box. */
export function FilterConfigEditor({ title, dataset, config, onApply }: Props) {
  const t = useText()
  const [draft, setDraft] = useState<Partial<FilterConfig>>(
    () => config ?? { key: crypto.randomUUID(), asc: true, multiple: true, searchAllOptions: false, clearable: true },
  )
  const set = (change: Partial<FilterConfig>) => setDraft({ ...draft, ...change })
  const column = findColumn(dataset, draft.column)
  const metric = draft.metric === undefined ? undefined : metricLabel(draft.metric)
  const savedMetrics = dataset.metrics.map(({ metric_name: value, verbose_name: label }) => ({
    value,
    label: label || value,
  }))

  function apply(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    if (!draft.column) return
    const type = column && typeOfColumn(column)
    onApply({ ...draft, ...defaultOf(draft, type) } as FilterConfig)
  }

  return (
    <form className={frame.frame} onSubmit={apply}>
      <div className={frame.head}>
        <h2 className={frame.title}>{title}</h2>
      </div>
      <div className={frame.body}>
        <Field label={t(texts.column)} required>
          <Select
            label={t(texts.column)}
            searchable
            options={dataset.columns.map(({ column_name: value, verbose_name: label }) => ({
              value,
              label: label || value,
            }))}
            value={draft.column}
            onChange={(next) => set({ column: next })}
          />
        </Field>
        <TextField label={t(texts.label)} value={draft.label ?? ''} onChange={(label) => set({ label })} />
        <TextField
          label={t(draft.multiple ? texts.defaultMany : texts.default)}
          value={String(draft.defaultValue ?? '')}
          onChange={(text) => set({ defaultValue: text })}
        />
        <Field label={t(texts.metric)}>
          <Select
            label={t(texts.metric)}
            clearable
            options={savedMetrics}
            labelOf={(value) => value}
            value={metric}
            onChange={(next) => {
              if (next !== metric) set({ metric: next })
            }}
          />
        </Field>
        <Checkbox label={t(texts.ascending)} checked={draft.asc !== false} onChange={(asc) => set({ asc })} />
        <Checkbox
          label={t(texts.multiple)}
          checked={draft.multiple !== false}
          onChange={(multiple) => set({ multiple })}
        />
        <Checkbox
          label={<span title={t(texts.searchAllHelp)}>{t(texts.searchAll)}</span>}
          checked={draft.searchAllOptions === true}
          onChange={(searchAllOptions) => set({ searchAllOptions })}
        />
        <Checkbox
          label={t(texts.required)}
          checked={draft.clearable === false}
          onChange={(isRequired) => set({ clearable: !isRequired })}
        />
      </div>
      <footer className={frame.foot}>
        <Button size="sm" variant="primary" type="submit" disabled={!draft.column}>
          {t(texts.apply)}
        </Button>
      </footer>
    </form>
  )
}

/**
 * The typed default: a boolean or a number for a column of that type, unless several values are allowed. Any other text
 * is not converted.
 */
export function defaultOf(
  { defaultValue, multiple }: Partial<FilterConfig>,
  type: GenericType | undefined,
): { defaultValue: FilterConfig['defaultValue'] } {
  const text = String(defaultValue ?? '').trim()
  if (text === '') return { defaultValue: undefined }
  if (multiple !== false) return { defaultValue: text }
  if (type === GenericType.boolean && /^(true|false)$/i.test(text)) return { defaultValue: /^true$/i.test(text) }
  if (type === GenericType.numeric && Number.isFinite(Number(text))) return { defaultValue: Number(text) }
  return { defaultValue: text }
}
