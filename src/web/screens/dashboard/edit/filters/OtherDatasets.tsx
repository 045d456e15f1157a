import { useQueries, useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import {
  changeOtherTargets,
  type FilterEntry,
  type FilterFault,
  type FilterTarget,
  otherTargets,
  targetOf,
} from '../../../../../model/dashboardEdit/dashboardEditFilters.ts'
import type { GenericType } from '../../../../../model/dataset/dataset.ts'
import { columnKind, type FilterDataset, filterDatasetQuery } from '../../../../api/dashboardEdit.ts'
import { Button } from '../../../../ui/Button.tsx'
import { IconButton } from '../../../../ui/IconButton.tsx'
import { Select } from '../../../../ui/select/Select.tsx'
import { defineTexts, useText } from '../../../../ui/text.ts'
import { labelOfColumn, loadDatasets } from './datasetOptions.ts'
import css from './FilterConfigDialog.module.css'
import { faultTexts } from './faultTexts.ts'

const texts = defineTexts('dashboard.otherDatasets', {
  title: 'The same column in other datasets',
  add: 'Add dataset',
  dataset: 'Dataset {number}',
  selectDataset: 'Select a dataset',
  column: 'Column in dataset {number}',
  selectColumn: 'Select a column',
  noColumns: 'No compatible columns found',
  remove: 'Remove dataset {number}',
})

interface OtherDatasetsProps {
  entry: FilterEntry
  dataset: FilterDataset | undefined
  faults: readonly FilterFault[]
  takes: (type: GenericType) => boolean
  onChange: (entry: FilterEntry) => void
}

/**
 * Further datasets of one filter, each with the column that corresponds to that of the filter. Charts of these datasets
 * are filtered by that column, and the values of all datasets are offered together.
 */
export function OtherDatasets({ entry, dataset, faults, takes, onChange }: OtherDatasetsProps) {
  const t = useText()
  const queryClient = useQueryClient()
  const others = otherTargets(entry)
  const latest = useRef(entry)
  useEffect(() => {
    latest.current = entry
  }, [entry])
  const datasets = useQueries({
    queries: others.map(({ datasetId }) => ({
      ...filterDatasetQuery(datasetId ?? 0),
      enabled: datasetId !== undefined,
    })),
  })
  const set = (next: readonly FilterTarget[]) => onChange(changeOtherTargets(entry, next))
  const columnsOf = (of: FilterDataset | undefined) => (of?.columns ?? []).filter((each) => takes(columnKind(each)))

  /** Selects a dataset, and its column with the same name or label as the filter's column. */
  async function choose(at: number, datasetId: number | undefined) {
    if (datasetId === undefined) return set(others.with(at, {}))
    const found = await queryClient.fetchQuery(filterDatasetQuery(datasetId)).catch(() => undefined)
    const name = targetOf(entry).column?.name
    const own = dataset?.columns.find(({ column_name }) => column_name === name)
    const wanted = [name, own && labelOfColumn(own)].map((text) => text?.toLowerCase())
    const match = columnsOf(found).find((column) =>
      [column.column_name, labelOfColumn(column)].some((text) => wanted.includes(text.toLowerCase())),
    )
    const now = latest.current
    const targets = otherTargets(now)
    // the form has changed while the dataset was loaded
    if (now.id !== entry.id || targets.length !== others.length) return
    const target = { datasetId, ...(match && { column: { name: match.column_name } }) }
    onChange(changeOtherTargets(now, targets.with(at, target)))
  }

  return (
    <fieldset className={css.others}>
      <legend>{t(texts.title)}</legend>
      {others.map(({ datasetId, column }, at) => {
        const of = datasets[at]
        const number = at + 2
        return (
          <div key={`${at} ${datasetId ?? ''}`} className={css.other}>
            <Select
              label={t(texts.dataset, { number })}
              size="md"
              placeholder={t(texts.selectDataset)}
              load={loadDatasets}
              labelOf={(id) => (id === of?.data?.id ? of.data.table_name : of?.isFetching ? '…' : undefined)}
              value={datasetId}
              invalid={faults.includes('others') && datasetId === undefined}
              onChange={(next) => void choose(at, next)}
            />
            <Select
              label={t(texts.column, { number })}
              size="md"
              searchable
              placeholder={t(texts.selectColumn)}
              emptyText={t(texts.noColumns)}
              loading={of?.isFetching ?? false}
              options={columnsOf(of?.data).map((each) => ({ value: each.column_name, label: labelOfColumn(each) }))}
              value={column?.name}
              invalid={faults.includes('others') && datasetId !== undefined && column === undefined}
              onChange={(next) =>
                set(others.with(at, { datasetId, ...(next !== undefined && { column: { name: next } }) }))
              }
            />
            <IconButton
              label={t(texts.remove, { number })}
              icon={<X size={14} />}
              onClick={() => set(others.toSpliced(at, 1))}
            />
          </div>
        )
      })}
      {faults.includes('others') ? <p className={css.error}>{t(faultTexts.others)}</p> : null}
      <Button icon={<Plus size={14} />} onClick={() => set([...others, {}])}>
        {t(texts.add)}
      </Button>
    </fieldset>
  )
}
