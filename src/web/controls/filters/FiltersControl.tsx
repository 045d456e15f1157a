import { useQuery } from '@tanstack/react-query'
import { useContext, useState } from 'react'
import { operatorOf } from '../../../model/query/adhocFilter.ts'
import type { AdhocFilter } from '../../../model/query/queryObject.ts'
import { timeRangeQuery } from '../../api/timeRange.ts'
import { defineTexts, useText } from '../../ui/text.ts'
import type { DragItem } from '../dragItem.ts'
import { listOf, placed, without } from '../listEdits.ts'
import { type OpenEditor, PillBox } from '../pills/PillBox.tsx'
import { type ControlProps, findColumn, findMetric, shownName, typeOfColumn, useControlSource } from '../source.ts'
import { formatActualRange, frameOf } from '../timeRange/frames.ts'
import { CalendarDataset } from '../timeRange/shownZone.ts'
import { FilterEditor } from './FilterEditor.tsx'
import { startFilter, withSubject } from './filterDraft.ts'
import { filterText } from './filterText.ts'

const texts = defineTexts('control.filters', {
  hint: 'Drop columns/metrics here or click',
  click: 'Click to add a filter',
  editor: 'Filter',
  incompatible: 'This filter might be incompatible with current dataset',
  inherited: "This filter was inherited from the dashboard's context. It won't be saved when saving the chart.",
  lastTemporal: "You cannot delete the last temporal filter as it's used for time range filters in dashboards.",
})

/** Edits the filters on rows, or on groups (HAVING). */
export function FiltersControl({ control, value, onChange, errors }: ControlProps) {
  const t = useText()
  const { dataset, onTaken } = useControlSource()
  const [open, setOpen] = useState<OpenEditor>()
  const [dropped, setDropped] = useState<AdhocFilter>()
  const filters = listOf<AdhocFilter>(value)
  const nameOf = (name: string) => shownName(dataset, name)
  const dates = useFirstDates(filters, nameOf)

  function refusalOf(index: number): string | undefined {
    const isTemporal = (filter: AdhocFilter | undefined) =>
      filter !== undefined && operatorOf(filter) === 'TEMPORAL_RANGE'
    const isLast = isTemporal(filters[index]) && filters.filter(isTemporal).length === 1
    return isLast ? t(texts.lastTemporal) : undefined
  }

  function close() {
    setOpen(undefined)
    setDropped(undefined)
  }

  function drop(item: DragItem) {
    if (item.kind === 'column') setDropped(withSubject(startFilter(undefined), item.name, dataset))
    else {
      const metric = findMetric(dataset, item.name)
      const sqlExpression = metric?.expression ?? item.name
      setDropped({
        expressionType: 'SQL',
        clause: 'HAVING',
        sqlExpression,
        subject: null,
        operator: null,
        comparator: null,
      })
    }
    setOpen('new')
  }

  return (
    <PillBox
      control={control}
      errors={errors}
      pills={filters.map((filter, index) => {
        const column = findColumn(dataset, filter.subject)
        const isLost = filter.expressionType === 'SIMPLE' && Boolean(filter.subject) && !column
        const range = index === dates?.index ? dates.text : undefined
        const label = filterText(filter, nameOf)
        return {
          key: `${index}:${label}`,
          label: range ?? label,
          tooltip: range === undefined ? label : `${range}\n${label}`,
          note: filter.isExtra === true ? t(texts.inherited) : undefined,
          icon: filter.expressionType === 'SQL' ? 'sql' : column ? typeOfColumn(column) : 1,
          warning: isLost ? t(texts.incompatible) : undefined,
        }
      })}
      // if nothing can be dragged, nothing can be dropped
      hint={t(onTaken === undefined ? texts.click : texts.hint)}
      open={open}
      onOpen={(next) => (next === undefined ? close() : setOpen(next))}
      editorLabel={t(texts.editor)}
      editorWidth={400}
      editor={(at) => (
        <FilterEditor
          key={at === 'new' ? JSON.stringify(dropped) : at}
          filter={at === 'new' ? dropped : filters[at]}
          isNew={at === 'new'}
          onClose={close}
          onSave={(filter) => {
            close()
            // an edited filter is a filter of the chart, no longer one that the dashboard adds
            const { isExtra: _extra, ownComparator: _own, ...saved } = filter
            onChange(placed(filters, at, saved))
          }}
        />
      )}
      refusalOf={refusalOf}
      onRemove={(index) => onChange(without(filters, index))}
      resizable
      accepts={() => true}
      onDropItem={drop}
    />
  )
}

/** The index and the dates of the first filter with a custom or advanced time range. */
function useFirstDates(
  filters: readonly AdhocFilter[],
  nameOf: (column: string) => string,
): { index: number; text: string } | undefined {
  const index = filters.findIndex((filter) => {
    if (operatorOf(filter) !== 'TEMPORAL_RANGE') return false
    const frame = frameOf(String(filter.comparator ?? ''))
    return frame === 'Custom' || frame === 'Advanced'
  })
  const dataset = useContext(CalendarDataset)
  const actual = useQuery({
    ...timeRangeQuery(String(filters[index]?.comparator ?? 'No filter'), undefined, dataset),
    enabled: index >= 0,
  }).data
  const column = nameOf(filters[index]?.subject ?? '')
  return index >= 0 && actual ? { index, text: formatActualRange(actual.since, actual.until, column) } : undefined
}
