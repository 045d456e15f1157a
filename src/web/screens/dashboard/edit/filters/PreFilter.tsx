import { useQuery } from '@tanstack/react-query'
import { editedTypeOf, useEditedFilterTypes } from '../../../../../filters/editing.ts'
import {
  changePreFilter,
  needsTimeColumn,
  preFilterOf,
  targetOf,
} from '../../../../../model/dashboardEdit/dashboardEditFilters.ts'
import { datasetToExploreQuery } from '../../../../api/dashboardEdit.ts'
import { messageOf } from '../../../../api/failure.ts'
import { FiltersControl } from '../../../../controls/filters/FiltersControl.tsx'
import { ControlSourceProvider } from '../../../../controls/source.ts'
import { TimeRangePicker } from '../../../../controls/timeRange/TimeRangePicker.tsx'
import { Checkbox } from '../../../../ui/Checkbox.tsx'
import { Field } from '../../../../ui/Field.tsx'
import { Skeleton } from '../../../../ui/Skeleton.tsx'
import { Select } from '../../../../ui/select/Select.tsx'
import { defineTexts, useText } from '../../../../ui/text.ts'
import css from './FilterConfigDialog.module.css'
import { faultTexts } from './faultTexts.ts'
import type { FilterFormProps } from './filterFormProps.ts'

const texts = defineTexts('dashboard.preFilter', {
  hasPreFilter: 'Pre-filter available values',
  preFilter: 'Pre-filter',
  timeRange: 'Time range',
  timeColumn: 'Time column',
  selectColumn: 'Select a column',
  help: 'Only values of matching rows are listed. Charts are not filtered by this condition.',
})

/**
 * Restricts the rows from which a filter loads its values, and selects the time column for its time range or that of a
 * parent filter.
 */
export function PreFilter({ entry, entries, ticked, faults, onTick, onChange }: FilterFormProps) {
  const t = useText()
  const types = useEditedFilterTypes()
  const { datasetId } = targetOf(entry)
  const isOn = ticked.preFilter
  const fault = faults.includes('preFilter') ? t(faultTexts.preFilter) : undefined
  const hasTime = needsTimeColumn(entry, entries, (other) => editedTypeOf(types, other))
  const dataset = useQuery({
    ...datasetToExploreQuery(datasetId ?? 0),
    enabled: datasetId !== undefined && (isOn || hasTime),
  })
  const { filters, timeRange, timeColumn } = preFilterOf(entry)
  const timeColumns = (dataset.data?.columns ?? []).filter((column) => column.is_dttm)
  return (
    <>
      <Checkbox
        label={t(texts.hasPreFilter)}
        checked={isOn}
        disabled={datasetId === undefined}
        onChange={(next) => {
          onTick('preFilter', next)
          if (!next) onChange(changePreFilter(entry, { filters: [], timeRange: undefined }))
        }}
      />
      {isOn ? (
        <div className={css.nested}>
          {dataset.error ? <p className={css.error}>{messageOf(dataset.error)}</p> : null}
          {dataset.isPending && datasetId !== undefined ? <Skeleton height={56} /> : null}
          {dataset.data ? (
            <ControlSourceProvider value={{ dataset: dataset.data }}>
              <FiltersControl
                control={{
                  name: 'adhoc_filters',
                  kind: 'adhocFilters',
                  label: t(texts.preFilter),
                  description: t(texts.help),
                  required: true,
                  query: true,
                }}
                value={filters}
                errors={fault === undefined ? [] : [fault]}
                onChange={(next) => onChange(changePreFilter(entry, { filters: Array.isArray(next) ? next : [] }))}
              />
            </ControlSourceProvider>
          ) : null}
          {fault === undefined ? null : <p className={css.error}>{fault}</p>}
          {timeColumns.length > 0 ? (
            <Field label={t(texts.timeRange)}>
              <TimeRangePicker
                label={t(texts.timeRange)}
                value={timeRange}
                onChange={(next) =>
                  onChange(
                    changePreFilter(entry, {
                      timeRange: next,
                      timeColumn: timeColumn ?? dataset.data?.main_dttm_col ?? timeColumns[0]?.column_name,
                    }),
                  )
                }
              />
            </Field>
          ) : null}
        </div>
      ) : null}
      {hasTime && timeColumns.length > 0 ? (
        <div className={css.nested}>
          <Field label={t(texts.timeColumn)}>
            <Select
              label={t(texts.timeColumn)}
              size="md"
              clearable
              placeholder={t(texts.selectColumn)}
              options={timeColumns.map(({ column_name, verbose_name }) => ({
                value: column_name,
                label: verbose_name || column_name,
              }))}
              value={timeColumn}
              onChange={(next) => onChange(changePreFilter(entry, { timeColumn: next }))}
            />
          </Field>
        </div>
      ) : null}
    </>
  )
}
