import { type ComparisonSettings, comparisonColumns } from '../../../charts/popKpi/columns.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { ControlField } from '../ControlField.tsx'
import type { ControlProps } from '../source.ts'
import css from './ComparisonColumns.module.css'

const texts = defineTexts('control.comparisonColumns', {
  name: 'Name of {column}',
  icon: 'Show the icon of {column}',
  iconShort: 'Icon',
})

/** For each value of a comparison: whether it is shown, its name, and whether it has an icon. */
export function ComparisonColumnsControl({ control, value, onChange, errors }: ControlProps) {
  const t = useText()
  const config = (value ?? {}) as Record<string, ComparisonSettings | undefined>
  const set = (column: string, change: ComparisonSettings) =>
    onChange({ ...config, [column]: { ...config[column], ...change } })
  return (
    <ControlField control={control} errors={errors}>
      {comparisonColumns.map((column) => {
        const { visible = true, customColumnName = '', displayTypeIcon = true } = config[column] ?? {}
        return (
          <div key={column} className={css.row}>
            <Checkbox label={column} checked={visible} onChange={(next) => set(column, { visible: next })} />
            <TextField
              hideLabel
              label={t(texts.name, { column })}
              placeholder={column}
              disabled={!visible}
              value={customColumnName}
              onChange={(next) => set(column, { customColumnName: next })}
            />
            <Checkbox
              label={<span aria-label={t(texts.icon, { column })}>{t(texts.iconShort)}</span>}
              disabled={!visible}
              checked={displayTypeIcon}
              onChange={(next) => set(column, { displayTypeIcon: next })}
            />
          </div>
        )
      })}
    </ControlField>
  )
}
