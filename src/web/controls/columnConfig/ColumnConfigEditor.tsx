import { AlignCenter, AlignLeft, AlignRight } from 'lucide-react'
import type { ColumnConfig } from '../../../charts/table/formData.ts'
import { GenericType } from '../../../model/dataset/dataset.ts'
import type { ExploreForm } from '../../../model/explore/exploreState.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Field } from '../../ui/Field.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { Select } from '../../ui/select/Select.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import frame from '../EditorFrame.module.css'
import type { ResultColumn } from '../resultColumns.ts'
import { CurrencyFields } from '../simple/CurrencyFields.tsx'
import { formatChoices } from '../simple/choices.ts'
import { useControlForm } from '../source.ts'

const texts = defineTexts('control.columnConfigEditor', {
  width: 'Min Width',
  auto: 'auto',
  align: 'Text align',
  left: 'Left',
  center: 'Center',
  right: 'Right',
  truncate: 'Truncate Cells',
  number: 'D3 format',
  small: 'Small number format',
  fraction: 'Fraction digits',
  currency: 'Currency format',
  alignSigns: 'Align +/-',
  colorSigns: 'Color +/-',
  bars: 'Show cell bars',
})

export interface ColumnConfigEditorProps {
  column: ResultColumn
  config: ColumnConfig
  onChange: (config: ColumnConfig) => void
}

/** The settings of the chart, for columns without their own. Conditional formats replace the bars. */
const ofAllColumns = (form: ExploreForm) => ({
  alignPositiveNegative: form['align_pn'] === true,
  colorPositiveNegative: form['color_pn'] !== false,
  showCellBars: form['show_cell_bars'] !== false && !hasRules(form['conditional_formatting']),
})

const hasRules = (rules: unknown) => Array.isArray(rules) && rules.length > 0

/** The formatting options of one table column, by its type. */
export function ColumnConfigEditor({ column, config, onChange }: ColumnConfigEditorProps) {
  const t = useText()
  const ofAll = ofAllColumns(useControlForm())
  const set = (change: ColumnConfig) => onChange({ ...config, ...change })
  const isNumeric = column.type === GenericType.numeric
  const format = (name: 'd3NumberFormat' | 'd3SmallNumberFormat' | 'd3TimeFormat', label: string) => (
    <Field label={label}>
      <Select
        label={label}
        clearable
        allowNew
        options={formatChoices[name === 'd3TimeFormat' ? 'time' : 'number'].map(([value, words]) => ({
          value: String(value),
          label: words,
        }))}
        value={config[name]}
        onChange={(value) => set({ [name]: value })}
      />
    </Field>
  )
  return (
    <div className={frame.body}>
      <h2 className={frame.title}>{column.label}</h2>
      <NumberField
        label={t(texts.width)}
        placeholder={t(texts.auto)}
        min={0}
        value={config.columnWidth ?? null}
        onChange={(width) => set({ columnWidth: width ?? undefined })}
      />
      <Field label={t(texts.align)}>
        <SegmentedControl
          full
          label={t(texts.align)}
          value={config.horizontalAlign ?? (isNumeric ? 'right' : 'left')}
          onChange={(horizontalAlign) => set({ horizontalAlign })}
          options={[
            { value: 'left', label: t(texts.left), icon: <AlignLeft size={14} /> },
            { value: 'center', label: t(texts.center), icon: <AlignCenter size={14} /> },
            { value: 'right', label: t(texts.right), icon: <AlignRight size={14} /> },
          ]}
        />
      </Field>
      {column.type === GenericType.string ? (
        <Checkbox
          label={t(texts.truncate)}
          checked={config.truncateLongCells ?? false}
          onChange={(truncateLongCells) => set({ truncateLongCells })}
        />
      ) : null}
      {column.type === GenericType.temporal ? format('d3TimeFormat', t(texts.number)) : null}
      {isNumeric ? (
        <>
          {format('d3NumberFormat', t(texts.number))}
          {format('d3SmallNumberFormat', t(texts.small))}
          <NumberField
            label={t(texts.fraction)}
            placeholder={t(texts.auto)}
            min={0}
            max={100}
            // the number format already determines the number of digits
            disabled={Boolean(config.d3NumberFormat)}
            value={config.fractionDigits ?? null}
            onChange={(digits) => set({ fractionDigits: digits === null ? undefined : Math.round(digits) })}
          />
          <Field label={t(texts.currency)}>
            <CurrencyFields
              label={t(texts.currency)}
              value={config.currencyFormat ?? {}}
              // incomplete until both are chosen; without a symbol it has no effect
              onChange={(currency) => set({ currencyFormat: currency as ColumnConfig['currencyFormat'] })}
            />
          </Field>
          <Checkbox
            label={t(texts.alignSigns)}
            checked={config.alignPositiveNegative ?? ofAll.alignPositiveNegative}
            onChange={(alignPositiveNegative) => set({ alignPositiveNegative })}
          />
          <Checkbox
            label={t(texts.colorSigns)}
            checked={config.colorPositiveNegative ?? ofAll.colorPositiveNegative}
            onChange={(colorPositiveNegative) => set({ colorPositiveNegative })}
          />
          <Checkbox
            label={t(texts.bars)}
            checked={config.showCellBars ?? ofAll.showCellBars}
            onChange={(showCellBars) => set({ showCellBars })}
          />
        </>
      ) : null}
    </div>
  )
}
