import { Settings2 } from 'lucide-react'
import { useState } from 'react'
import type { ColumnConfig } from '../../../charts/table/formData.ts'
import { ownValue } from '../../../model/basics/ownValue.ts'
import { Popover } from '../../ui/Popover.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { ControlField } from '../ControlField.tsx'
import { type ResultColumn, useResultColumns } from '../resultColumns.ts'
import type { ControlProps } from '../source.ts'
import { TypeIcon } from '../TypeIcon.tsx'
import css from './ColumnConfig.module.css'
import { ColumnConfigEditor } from './ColumnConfigEditor.tsx'

const texts = defineTexts('control.columnConfig', {
  configure: 'Customize {column}',
  all: 'Show all columns',
  less: 'Show less columns',
  none: 'No columns',
})

const foldAbove = 12
const shownFolded = 10

/** The format of each column of a table. Changes are applied at once. */
export function ColumnConfigControl({ control, value, onChange, errors }: ControlProps) {
  const t = useText()
  const [showsAll, setShowsAll] = useState(false)
  const columns = useResultColumns()
  const config = (value ?? {}) as Record<string, ColumnConfig | undefined>
  const isFolded = columns.length > foldAbove && !showsAll
  const shown = isFolded ? columns.slice(0, shownFolded) : columns

  function set(name: string, next: ColumnConfig) {
    const given = Object.fromEntries(Object.entries(next).filter(([, each]) => each !== undefined))
    const { [name]: _old, ...others } = config
    onChange(Object.keys(given).length === 0 ? others : { ...others, [name]: given })
  }

  return (
    <ControlField control={control} errors={errors}>
      <div className={css.list}>
        {columns.length === 0 ? <p className={css.none}>{t(texts.none)}</p> : null}
        {shown.map((column) => (
          <ConfigRow
            key={column.name}
            column={column}
            config={ownValue(config, column.name) ?? {}}
            onChange={(next) => set(column.name, next)}
          />
        ))}
        {columns.length > foldAbove ? (
          <button type="button" className={css.more} onClick={() => setShowsAll(!showsAll)}>
            {t(showsAll ? texts.less : texts.all)}
          </button>
        ) : null}
      </div>
    </ControlField>
  )
}

interface ConfigRowProps {
  column: ResultColumn
  config: ColumnConfig
  onChange: (config: ColumnConfig) => void
}

function ConfigRow({ column, config, onChange }: ConfigRowProps) {
  const t = useText()
  const label = t(texts.configure, { column: column.label })
  return (
    <Popover
      side="right"
      width={300}
      label={label}
      flush
      trigger={
        <button type="button" className={css.row} aria-label={label}>
          <TypeIcon kind={column.type} />
          <span className={css.name}>{column.label}</span>
          {Object.keys(config).length > 0 ? <Settings2 size={13} /> : null}
        </button>
      }
    >
      <ColumnConfigEditor column={column} config={config} onChange={onChange} />
    </Popover>
  )
}
