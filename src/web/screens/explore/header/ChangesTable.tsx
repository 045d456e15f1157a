import { changedControls, type ExploreForm } from '../../../../model/explore/exploreForm.ts'
import { columnLabel, metricLabel } from '../../../../model/query/labels.ts'
import type { AdhocFilter, QueryColumn, QueryMetric } from '../../../../model/query/queryObject.ts'
import { filterText } from '../../../controls/filters/filterText.ts'
import { defineTexts, useText } from '../../../ui/text.ts'
import { useExplore } from '../state/exploreContext.ts'
import css from './ExploreHeader.module.css'

const texts = defineTexts('explore.changes', { control: 'Control', name: 'Chart name' })

export interface ChangesTableProps {
  label?: string
  /** headings of the columns before and after */
  heads: [string, string]
  before: { name?: string; form: ExploreForm }
  after: { name?: string; form: ExploreForm }
}

/** The differences between two states of the chart's controls; if a name is missing, names are not compared. */
export function ChangesTable({ label, heads, before, after }: ChangesTableProps) {
  const t = useText()
  const { rules } = useExplore()
  return (
    <table className={css.table} aria-label={label}>
      <thead>
        <tr>
          {[t(texts.control), ...heads].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {before.name === after.name ? null : (
          <tr>
            <td>{t(texts.name)}</td>
            <td>{valueText(before.name, undefined)}</td>
            <td>{valueText(after.name, undefined)}</td>
          </tr>
        )}
        {changedControls(before.form, after.form).map((name) => {
          const rule = rules.find((each) => each.name === name)
          return (
            <tr key={name}>
              <td>{rule?.label ?? name}</td>
              <td>{valueText(before.form[name], rule?.kind)}</td>
              <td>{valueText(after.form[name], rule?.kind)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/**
 * A control's value for display: `N/A` if it is missing, names of metrics and columns, filters with the text of their
 * pills.
 */
function valueText(value: unknown, kind: string | undefined): string {
  if (value === undefined || value === null || value === '') return 'N/A'
  if (kind === 'bounds' && Array.isArray(value)) return `Min: ${value[0] ?? 'N/A'}, Max: ${value[1] ?? 'N/A'}`
  if (Array.isArray(value)) return `[${value.map((each) => valueText(each, kind)).join(', ')}]`
  if (typeof value !== 'object') return String(value)
  if (kind === 'adhocFilters') return filterText(value as AdhocFilter)
  if (kind === 'metric' || kind === 'metrics') return metricLabel(value as QueryMetric)
  if (kind === 'column' || kind === 'columns') return columnLabel(value as QueryColumn)
  return JSON.stringify(value)
}
