import { useState } from 'react'
import { columnLabel } from '../../../model/query/labels.ts'
import type { QueryColumn } from '../../../model/query/queryObject.ts'
import type { ExploreDataset } from '../../api/explore.ts'
import { defineTexts, useText } from '../../ui/text.ts'
import { listOf, moved, placed, without } from '../listEdits.ts'
import type { PillFace } from '../pills/Pill.tsx'
import { type OpenEditor, PillBox } from '../pills/PillBox.tsx'
import { type ControlProps, findColumn, typeOfColumn, useControlSource } from '../source.ts'
import { ColumnEditor } from './ColumnEditor.tsx'

const texts = defineTexts('control.columns', {
  one: 'Drop a column here or click',
  many: 'Drop columns here or click',
  editor: 'Column',
  incompatible: 'This column might be incompatible with current dataset',
})

/** One column or several, depending on the kind of control. */
export function ColumnsControl({ control, value, onChange, errors }: ControlProps) {
  const t = useText()
  const { dataset } = useControlSource()
  const [open, setOpen] = useState<OpenEditor>()
  const isMany = control.kind === 'columns'
  const columns = listOf<QueryColumn>(value)
  const names = columns.map(columnLabel)
  const set = (next: QueryColumn[]) => onChange(isMany ? next : next.at(-1))
  return (
    <PillBox
      control={control}
      errors={errors}
      pills={columns.map((column, index) => ({
        ...columnFace(column, dataset, t(texts.incompatible)),
        key: `${index}:${columnLabel(column)}`,
      }))}
      hint={t(isMany ? texts.many : texts.one)}
      isFull={!isMany && columns.length > 0}
      open={open}
      onOpen={setOpen}
      editorLabel={t(texts.editor)}
      editorWidth={400}
      editor={(at) => (
        <ColumnEditor
          column={at === 'new' ? undefined : columns[at]}
          taken={names.filter((_name, index) => index !== at)}
          onClose={() => setOpen(undefined)}
          onSave={(column) => {
            setOpen(undefined)
            set(placed(columns, at, column))
          }}
        />
      )}
      onRemove={(index) => set(without(columns, index))}
      onMove={isMany ? (from, to) => set(moved(columns, from, to)) : undefined}
      accepts={(item) => item.kind === 'column' && !names.includes(item.name)}
      onDropItem={(item) => set(isMany ? [...columns, item.name] : [item.name])}
    />
  )
}

function columnFace(column: QueryColumn, dataset: ExploreDataset, warning: string): Omit<PillFace, 'key'> {
  if (typeof column !== 'string') {
    return { label: columnLabel(column), icon: 'sql', tooltip: column.sqlExpression }
  }
  const known = findColumn(dataset, column)
  return {
    label: known?.verbose_name || column,
    icon: known ? typeOfColumn(known) : 1,
    tooltip: known?.expression ?? undefined,
    warning: known ? undefined : warning,
  }
}
