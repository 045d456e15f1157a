import { changedControls } from '../../../../model/explore/exploreForm.ts'
import { columnLabel, metricLabel } from '../../../../model/query/labels.ts'
import type { AdhocFilter, QueryColumn, QueryMetric } from '../../../../model/query/queryObject.ts'
import { filterText } from '../../../controls/filters/filterText.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { useExplore } from '../state/exploreContext.ts'
import css from './ExploreHeader.module.css'

const texts = defineTexts('explore.changes', {
  title: 'Chart changes',
  control: 'Control',
  before: 'Before',
  after: 'After',
  close: 'Close',
})

/** The differences between the chart and its saved version. */
export default function ChangesDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { state, form, rules } = useExplore()
  const before = state.saved?.form ?? {}
  const names = changedControls(before, form)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(texts.title)}
      width={760}
      footer={
        <Button size="md" variant="primary" onClick={onClose}>
          {t(texts.close)}
        </Button>
      }
    >
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t(texts.control)}</th>
            <th scope="col">{t(texts.before)}</th>
            <th scope="col">{t(texts.after)}</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => {
            const rule = rules.find((each) => each.name === name)
            return (
              <tr key={name}>
                <td>{rule?.label ?? name}</td>
                <td>{valueText(before[name], rule?.kind)}</td>
                <td>{valueText(form[name], rule?.kind)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Dialog>
  )
}

/**
 * A control's value for display: `N/A` for none, names of metrics and columns, filters with the text of their pills.
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
