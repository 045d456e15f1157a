import { Calendar } from 'lucide-react'
import { useState } from 'react'
import { GenericType } from '../../model/dataset/dataset.ts'
import { useText } from '../../web/ui/text.ts'
import type { ChartComponentProps } from '../shared/contract.ts'
import { BoxFields } from './BoxFields.tsx'
import css from './FilterBox.module.css'
import { defaultValues, fieldsOf } from './fields.ts'
import type { FilterBoxForm } from './query.ts'
import { texts } from './texts.ts'

/** The box outside of a dashboard: the reader can try its values, but they filter nothing. */
export default function FilterBox({ formData: form, data, datasource }: ChartComponentProps<FilterBoxForm>) {
  const t = useText()
  const [chosen, setChosen] = useState<Record<string, unknown>>({})
  return (
    <BoxFields
      fields={fieldsOf(form)}
      data={data}
      datasource={datasource}
      valueOf={({ key, config }) => chosen[key] ?? (config ? defaultValues(config) : undefined)}
      onValue={({ key }, value) => setChosen({ ...chosen, [key]: value })}
      choicesOf={({ kind }) =>
        kind === 'column'
          ? Object.entries(datasource.columnTypes).flatMap(([value, type]) =>
              type === GenericType.temporal ? [{ value, label: datasource.verboseMap[value] ?? value }] : [],
            )
          : []
      }
      timeRange={(_field, { id }) => (
        <output id={id} className={css.range}>
          <Calendar size={14} aria-hidden />
          {form.time_range || t(texts.noTime)}
        </output>
      )}
      onApply={form.instant_filtering ? undefined : () => undefined}
    />
  )
}
