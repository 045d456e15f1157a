import { type ReactNode, useId, useMemo } from 'react'
import { valueLabel } from '../../model/dashboard/dashboardState.ts'
import type { ChartData } from '../../model/query/chartData.ts'
import { Button } from '../../web/ui/Button.tsx'
import { CenteredNote } from '../../web/ui/CenteredNote.tsx'
import { Field } from '../../web/ui/Field.tsx'
import type { SelectOption, SelectValue } from '../../web/ui/select/options.ts'
import { type LoadOptions, MultiSelect, Select } from '../../web/ui/select/Select.tsx'
import { useText } from '../../web/ui/text.ts'
import type { ChartDatasource } from '../shared/contract.ts'
import { eachRow } from '../shared/plot/rows.ts'
import { readInSteps } from '../shared/readInSteps.ts'
import type { Steps } from '../shared/steps.ts'
import { useReading } from '../shared/useReading.ts'
import css from './FilterBox.module.css'
import type { BoxField } from './fields.ts'
import { texts } from './texts.ts'

export interface BoxFieldsProps {
  fields: readonly BoxField[]
  /** one result per query */
  data: readonly ChartData[]
  datasource: ChartDatasource
  /** the current value of a field; a list if several values are selected */
  valueOf: (field: BoxField) => unknown
  onValue: (field: BoxField, value: unknown) => void
  /** the picker of time ranges, which the page provides */
  timeRange: (field: BoxField, props: { id: string; label: string }) => ReactNode
  /** labels of the values of a result; text by default */
  labelsOf?: (data: ChartData) => (value: unknown) => string
  /** time columns and time grains */
  choicesOf?: (field: BoxField) => SelectOption<SelectValue>[]
  /** loads the values of a field that searches all values of its column */
  searchOf?: (field: BoxField) => LoadOptions<SelectValue>
  isLoading?: boolean
  /** absent: values are applied at once */
  onApply?: (() => void) | undefined
  canApply?: boolean
}

/** The controls of a filter box, one below the other. */
export function BoxFields(props: BoxFieldsProps) {
  const t = useText()
  const { fields, onApply, canApply = false } = props
  if (fields.length === 0) return <CenteredNote text={t(texts.empty)} />
  return (
    <div className={css.box}>
      {fields.map((field) => (
        <div key={field.config?.key ?? field.key} className={css.field}>
          <FieldRow {...props} field={field} />
        </div>
      ))}
      {onApply ? (
        <div className={css.foot}>
          <Button variant="primary" className={css.apply} disabled={!canApply} onClick={onApply}>
            {t(texts.apply)}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

type RowProps = BoxFieldsProps & { field: BoxField }

function FieldRow(props: RowProps) {
  const t = useText()
  const id = useId()
  const { field, datasource, timeRange } = props
  const { kind, config } = field
  const label =
    kind === 'select'
      ? config?.label || datasource.verboseMap[field.key] || field.key
      : t({ time: texts.time, column: texts.column, grain: texts.grain }[kind])
  return (
    <Field label={label} htmlFor={id} required={config?.clearable === false}>
      {kind === 'time' ? timeRange(field, { id, label }) : <Choices {...props} id={id} label={label} />}
    </Field>
  )
}

function Choices(props: RowProps & { id: string; label: string }) {
  const t = useText()
  const { field, data, valueOf, onValue, labelsOf, choicesOf, searchOf, isLoading, id, label } = props
  const result = field.query === undefined ? undefined : data[field.query]
  const labelOf = useMemo(() => result && labelsOf?.(result), [result, labelsOf])
  const listed = useMemo(
    () => ({ formData: { labelOf: labelOf ?? valueLabel }, data: result ? [result] : [] }),
    [labelOf, result],
  )
  const values = useReading(readOptions, listed)
  const options = (result ? values : choicesOf?.(field)) ?? []
  const given = valueOf(field)
  const chosen = (given == null ? [] : Array.isArray(given) ? given : [given]) as SelectValue[]
  const { config } = field
  const shared = {
    id,
    label,
    placeholder: t(texts.placeholder, { name: label }),
    emptyText: t(texts.none),
    loading: isLoading || values === undefined,
    labelOf,
    ...(config?.searchAllOptions && searchOf ? { load: searchOf(field) } : { options }),
  }
  if (config?.multiple) {
    return (
      <MultiSelect
        {...shared}
        wrap
        value={chosen}
        onChange={(next) => {
          if (next.length > 0 || config.clearable) onValue(field, next)
        }}
      />
    )
  }
  return (
    <Select
      {...shared}
      clearable={config?.clearable !== false}
      value={chosen[0]}
      onChange={(next) => onValue(field, next === undefined ? [] : [next])}
    />
  )
}

const none: SelectOption<SelectValue>[] = []

interface Listed {
  formData: { labelOf: (value: unknown) => string }
  data: readonly ChartData[]
}

/** The values of a result, each once, as options of a select. */
export const readOptions = readInSteps(function* ({
  formData: { labelOf },
  data,
}: Listed): Steps<SelectOption<SelectValue>[]> {
  if (data[0] === undefined) return none
  const cells = (data[0].columns[0] ?? []) as SelectValue[]
  const seen = new Set<SelectValue>()
  const options: SelectOption<SelectValue>[] = []
  yield* eachRow(cells.length, (row) => {
    const value = cells[row] ?? null
    if (seen.has(value)) return
    seen.add(value)
    options.push({ value, label: labelOf(value) })
  })
  return options
})
