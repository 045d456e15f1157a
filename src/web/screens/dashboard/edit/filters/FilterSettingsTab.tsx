import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { editedTypeOf, useEditedFilterTypes } from '../../../../../filters/editing.ts'
import { entryName, type FilterEntry, targetOf } from '../../../../../model/dashboardEdit/dashboardEditFilters.ts'
import { filterDatasetQuery } from '../../../../api/dashboardEdit.ts'
import { defineTexts, useText } from '../../../../ui/text.ts'
import css from './FilterConfigDialog.module.css'
import { FilterConfiguration } from './FilterConfiguration.tsx'
import { FilterPreview } from './FilterPreview.tsx'
import { FilterTarget } from './FilterTarget.tsx'
import { FilterValue } from './FilterValue.tsx'
import type { FilterFormProps } from './filterFormProps.ts'

const texts = defineTexts('dashboard.filterSettings', {
  fillFirst: 'Fill all required fields to enable "Default Value"',
  preview: 'Preview',
})

/** The target of a filter and the settings of its values, with a preview of its control. */
export function FilterSettingsTab(props: FilterFormProps) {
  const { entry } = props
  const t = useText()
  const type = editedTypeOf(useEditedFilterTypes(), entry)
  const target = targetOf(entry)
  const dataset = useQuery({ ...filterDatasetQuery(target.datasetId ?? 0), enabled: target.datasetId !== undefined })
  const isWhole =
    (!type.hasDataset || target.datasetId !== undefined) && (!type.takesColumn || target.column !== undefined)
  return (
    <>
      <div className={css.fields}>
        <FilterTarget {...props} type={type} dataset={dataset.data} isLoading={dataset.isFetching} />
        {type.note ? <p className={css.note}>{t(type.note)}</p> : null}
        <FilterConfiguration {...props} type={type} metrics={dataset.data?.metrics ?? []} />
        <FilterValue {...props} type={type} isWhole={isWhole} />
      </div>
      <section className={css.preview} aria-label={t(texts.preview)}>
        <h3>{t(texts.preview)}</h3>
        <div className={css.well}>
          {isWhole ? <TryOut entry={entry} /> : <p className={css.note}>{t(texts.fillFirst)}</p>}
        </div>
      </section>
    </>
  )
}

/** The control as users will see it; values selected here are not stored. */
function TryOut({ entry }: { entry: FilterEntry }) {
  const [mask, setMask] = useState<object>()
  return (
    <FilterPreview
      entry={entry}
      label={entryName(entry)}
      mask={mask ?? (entry['defaultDataMask'] as object)}
      onChange={setMask}
    />
  )
}
