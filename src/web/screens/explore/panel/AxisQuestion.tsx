import type { AdhocFilter } from '../../../../model/query/queryObject.ts'
import { listOf } from '../../../controls/listEdits.ts'
import { findColumn } from '../../../controls/source.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { useExplore } from '../state/exploreContext.ts'

const texts = defineTexts('explore.axisQuestion', {
  title: 'The X-axis is not on the filters list',
  text: 'The X-axis is not on the filters list, so time range filters of dashboards will not apply to it. Would you like to add it to the filters list?',
  add: 'Add',
})

/** Asks whether to add a time filter for a new time axis that has none. */
export function AxisQuestion({ axis, onDone }: { axis: unknown; onDone: () => void }) {
  const t = useText()
  const { form, dataset, dispatch } = useExplore()
  const filters = listOf<AdhocFilter>(form['adhoc_filters'])
  const isAsked =
    typeof axis === 'string' &&
    form['x_axis'] === axis &&
    findColumn(dataset, axis)?.is_dttm === true &&
    !filters.some(({ operator, subject }) => operator === 'TEMPORAL_RANGE' && subject === axis)
  return (
    <ConfirmDialog
      open={isAsked}
      title={t(texts.title)}
      confirmLabel={t(texts.add)}
      onClose={onDone}
      onConfirm={() => {
        const filter: AdhocFilter = {
          clause: 'WHERE',
          expressionType: 'SIMPLE',
          subject: String(axis),
          operator: 'TEMPORAL_RANGE',
          comparator: 'No filter',
        }
        dispatch({ type: 'changed', controls: { adhoc_filters: [...filters, filter] } })
        onDone()
      }}
    >
      {t(texts.text)}
    </ConfirmDialog>
  )
}
