import { X } from 'lucide-react'
import type { ChartDatasource } from '../../charts/shared/contract.ts'
import type { ChartData } from '../../model/query/chartData.ts'
import type { QueryFilter } from '../../model/query/queryObject.ts'
import { defineTexts, useText } from '../ui/text.ts'
import css from './Drill.module.css'
import { filterColumn, filterValue } from './drillText.ts'

const texts = defineTexts('drill.filters', { label: 'Filters', remove: 'Remove the filter {filter}' })

interface FilterTagsProps {
  filters: readonly QueryFilter[]
  datasource: ChartDatasource
  answer: ChartData | undefined
  onRemove: (filter: QueryFilter) => void
}

/** The filters of the mark; each can be removed. */
export function FilterTags({ filters, datasource, answer, onRemove }: FilterTagsProps) {
  const t = useText()
  if (filters.length === 0) return null
  return (
    <ul className={css.tags} aria-label={t(texts.label)}>
      {filters.map((filter) => {
        const column = filterColumn(filter, datasource)
        const value = filterValue(filter, answer)
        return (
          <li key={column} className={css.tag}>
            <span className={css.column}>{column}</span>
            <span className={css.value} title={value}>
              {value}
            </span>
            <button
              type="button"
              className={css.remove}
              aria-label={t(texts.remove, { filter: `${column} ${value}` })}
              onClick={() => onRemove(filter)}
            >
              <X size={12} />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
