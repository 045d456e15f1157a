import { useState } from 'react'
import type { TimeColumn } from '../../../charts/timeTable/timeColumn.ts'
import { defineTexts, useText } from '../../ui/text.ts'
import { listOf, moved, placed, without } from '../listEdits.ts'
import { type OpenEditor, PillBox } from '../pills/PillBox.tsx'
import type { ControlProps } from '../source.ts'
import { TimeColumnEditor, typeTexts } from './TimeColumnEditor.tsx'

const texts = defineTexts('control.timeColumns', {
  add: 'Add an item',
  empty: 'Empty collection',
  editor: 'Column Configuration',
})

/** The columns of a time-series table. */
export function TimeColumnsControl({ control, value, onChange, errors }: ControlProps) {
  const t = useText()
  const [open, setOpen] = useState<OpenEditor>()
  const columns = listOf<Partial<TimeColumn>>(value)
  return (
    <PillBox
      control={control}
      errors={errors}
      pills={columns.map((column, index) => ({
        key: column.key ?? String(index),
        label: column.label || t(typeTexts[column.colType ?? 'time']),
        icon: 'metric',
        ...(column.tooltip && { tooltip: column.tooltip }),
      }))}
      hint={t(columns.length === 0 ? texts.empty : texts.add)}
      open={open}
      onOpen={setOpen}
      editorLabel={t(texts.editor)}
      editorWidth={320}
      editor={(at) => (
        <TimeColumnEditor
          title={t(texts.editor)}
          column={at === 'new' ? undefined : columns[at]}
          onApply={(column) => {
            setOpen(undefined)
            onChange(placed(columns, at, column))
          }}
        />
      )}
      onRemove={(index) => onChange(without(columns, index))}
      onMove={(from, to) => onChange(moved(columns, from, to))}
      accepts={() => false}
      onDropItem={() => undefined}
    />
  )
}
