import { useState } from 'react'
import { readFilterConfig } from '../../../charts/filterBox/fields.ts'
import { defineTexts, useText } from '../../ui/text.ts'
import { listOf, moved, placed, without } from '../listEdits.ts'
import { type OpenEditor, PillBox } from '../pills/PillBox.tsx'
import { type ControlProps, findColumn, useControlSource } from '../source.ts'
import { FilterConfigEditor } from './FilterConfigEditor.tsx'

const texts = defineTexts('control.filterConfigs', {
  add: 'Add filter',
  editor: 'Filter configuration',
  lost: 'This filter might be incompatible with current dataset',
})

/** The selects of a filter box. */
export function FilterConfigsControl({ control, value, onChange, errors }: ControlProps) {
  const t = useText()
  const { dataset } = useControlSource()
  const [open, setOpen] = useState<OpenEditor>()
  const configs = listOf<unknown>(value).flatMap((saved) => readFilterConfig(saved) ?? [])
  return (
    <PillBox
      control={control}
      errors={errors}
      pills={configs.map(({ key, label, column }) => ({
        key,
        label: label || column,
        icon: 'sql',
        ...(!findColumn(dataset, column) && { warning: t(texts.lost) }),
      }))}
      hint={t(texts.add)}
      open={open}
      onOpen={setOpen}
      editorLabel={t(texts.editor)}
      editorWidth={320}
      editor={(at) => (
        <FilterConfigEditor
          title={t(texts.editor)}
          dataset={dataset}
          config={at === 'new' ? undefined : configs[at]}
          onApply={(config) => {
            setOpen(undefined)
            onChange(placed(configs, at, config))
          }}
        />
      )}
      onRemove={(index) => onChange(without(configs, index))}
      onMove={(from, to) => onChange(moved(configs, from, to))}
      accepts={({ kind, name }) => kind === 'column' && !configs.some(({ column }) => column === name)}
      onDropItem={({ name: column }) => {
        const config = readFilterConfig({ key: crypto.randomUUID(), column })
        if (config) onChange([...configs, config])
      }}
    />
  )
}
