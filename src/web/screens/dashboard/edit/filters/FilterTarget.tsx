import { useQueries } from '@tanstack/react-query'
import { type EditedFilterType, useEditedFilterTypes } from '../../../../../filters/editing.ts'
import {
  changeColumn,
  changeDataset,
  changeType,
  entryName,
  type FilterEntry,
  type FilterFault,
  targetOf,
} from '../../../../../model/dashboardEdit/dashboardEditFilters.ts'
import { GenericType } from '../../../../../model/dataset/dataset.ts'
import { columnKind, type FilterDataset, filterDatasetQuery } from '../../../../api/dashboardEdit.ts'
import { Field } from '../../../../ui/Field.tsx'
import { Select } from '../../../../ui/select/Select.tsx'
import { TextField } from '../../../../ui/TextField.tsx'
import { defineTexts, useText } from '../../../../ui/text.ts'
import { useDashboard } from '../../state/session.ts'
import { labelOfColumn, loadDatasets } from './datasetOptions.ts'
import css from './FilterConfigDialog.module.css'
import { faultTexts } from './faultTexts.ts'
import { type FilterFormProps, focusedIf } from './filterFormProps.ts'
import { OtherDatasets } from './OtherDatasets.tsx'
import { typeOptions } from './typeOptions.ts'

const texts = defineTexts('dashboard.filterTarget', {
  type: 'Filter Type',
  name: 'Filter name',
  dataset: 'Dataset',
  selectDataset: 'Select a dataset',
  column: 'Column',
  selectColumn: 'Select a column',
  noColumns: 'No compatible columns found',
  noTimes: 'Datasets do not contain a temporal column',
})

interface FilterTargetProps extends FilterFormProps {
  type: EditedFilterType
  dataset: FilterDataset | undefined
  isLoading: boolean
}

/** Type and name of a filter, and the dataset and column that it reads. */
export function FilterTarget(props: FilterTargetProps) {
  const { entry, type, dataset, isAdded, faults, onChange } = props
  const t = useText()
  const types = useEditedFilterTypes()
  const hasTimes = useHasTimes(dataset)
  return (
    <div className={css.pair}>
      <Field label={t(texts.type)} required>
        <Select
          label={t(texts.type)}
          size="md"
          searchable={false}
          value={type.definition.type}
          onChange={(next) => {
            const chosen = next === undefined ? undefined : types.get(next)
            if (chosen) onChange(changeType(entry, chosen.definition, chosen))
          }}
          options={typeOptions(types, { chosen: type, withTimes: hasTimes, missing: t(texts.noTimes) })}
        />
      </Field>
      <TextField
        label={t(texts.name)}
        size="md"
        required
        {...focusedIf(isAdded)}
        error={faults.includes('name') ? t(faultTexts.name) : undefined}
        value={entryName(entry)}
        onChange={(name) => onChange({ ...entry, name })}
      />
      {type.hasDataset ? <DatasetField {...props} /> : null}
      {type.takesColumn ? <ColumnField {...props} takes={type.takesColumn} /> : null}
      {type.takesColumn && type.definition.mergeOptions && targetOf(entry).column ? (
        <OtherDatasets {...props} takes={type.takesColumn} />
      ) : null}
    </div>
  )
}

/**
 * Whether a dataset of the dashboard, or the selected one, has a temporal column. The dashboard knows only the columns
 * that its charts use. If none of these is temporal, the complete datasets are loaded.
 */
function useHasTimes(dataset: FilterDataset | undefined): boolean {
  const datasources = useDashboard((state) => state.datasources)
  const isKnown =
    !datasources ||
    isTemporal(dataset) ||
    [...datasources.values()].some(
      ({ columnTypes, mainDttmCol }) =>
        mainDttmCol !== null || Object.values(columnTypes).includes(GenericType.temporal),
    )
  return useQueries({
    queries: [...(datasources?.keys() ?? [])].map((id) => ({ ...filterDatasetQuery(id), enabled: !isKnown })),
    combine: (results) => isKnown || results.some(({ data, isError }) => isError || isTemporal(data)),
  })
}

const isTemporal = (dataset: FilterDataset | undefined) =>
  dataset?.columns.some((column) => columnKind(column) === GenericType.temporal) === true

function DatasetField({ entry, dataset, isLoading, faults, onChange }: FilterTargetProps) {
  const t = useText()
  const fault = useFault(faults, 'dataset')
  return (
    <Field label={t(texts.dataset)} required error={fault}>
      <Select
        label={t(texts.dataset)}
        size="md"
        placeholder={t(texts.selectDataset)}
        load={loadDatasets}
        labelOf={(id) => (id === dataset?.id ? dataset.table_name : isLoading ? '…' : undefined)}
        value={targetOf(entry).datasetId}
        invalid={fault !== undefined}
        onChange={(next) => onChange(changeDataset(entry, next))}
      />
    </Field>
  )
}

function ColumnField({
  entry,
  dataset,
  isLoading,
  faults,
  takes,
  onChange,
}: FilterTargetProps & { takes: (type: GenericType) => boolean }) {
  const t = useText()
  const fault = useFault(faults, 'column')
  const columns = (dataset?.columns ?? []).filter((column) => takes(columnKind(column)))

  /** A filter without a name gets the name of its column. */
  function named(changed: FilterEntry, name: string | undefined): FilterEntry {
    const column = columns.find(({ column_name }) => column_name === name)
    return column && entryName(changed).trim() === '' ? { ...changed, name: labelOfColumn(column) } : changed
  }

  return (
    <Field label={t(texts.column)} required error={fault}>
      <Select
        label={t(texts.column)}
        size="md"
        searchable
        placeholder={t(texts.selectColumn)}
        emptyText={t(texts.noColumns)}
        loading={isLoading}
        options={columns.map((column) => ({ value: column.column_name, label: labelOfColumn(column) }))}
        value={targetOf(entry).column?.name}
        invalid={fault !== undefined}
        onChange={(next) => onChange(named(changeColumn(entry, next), next))}
      />
    </Field>
  )
}

function useFault(faults: readonly FilterFault[], name: FilterFault): string | undefined {
  const t = useText()
  return faults.includes(name) ? t(faultTexts[name]) : undefined
}
