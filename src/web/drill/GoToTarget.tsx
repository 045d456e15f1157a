import { useQuery } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import { bucketSpan, editedForm, withFilters } from '../../charts/drillBy.ts'
import { markFilters } from '../../charts/drillRequest.ts'
import { carriedFilters, type GoTo, type LeftFilter, type RangeOf } from '../../model/dashboardLinks/goTo.ts'
import { markedText } from '../../model/query/markedText.ts'
import { formatRison } from '../../model/wire/rison.ts'
import { keepForm } from '../api/explore.ts'
import { messageOf } from '../api/failure.ts'
import { goToQuery, type GoToTarget as Target } from '../api/goTo.ts'
import { queryClient } from '../api/queryClient.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import type { DrillProps } from './drillSource.ts'

const texts = defineTexts('drill.goTo', {
  title: 'Go to {name}',
  go: 'Continue without them',
  left: '{name} has no filter for these values:',
  failed: 'The page could not be opened: {message}',
  timeRange: 'Time range',
  value: '{column}: {value}',
})

/** The address of a target, and the values for which it has no filter. */
interface Way {
  name: string
  href: string
  left: LeftFilter[]
}

/** Opens another dashboard or chart with the values of a mark and the filters of its dashboard. */
export default function GoToTarget({ goTo, onClose, ...props }: Omit<DrillProps, 'goTo'> & { goTo: GoTo }) {
  const t = useText()
  const id = useId()
  const { data: way, error } = useQuery({
    queryKey: ['way', id],
    gcTime: 0,
    retry: false,
    queryFn: () => wayTo(goTo, props),
  })
  const isOpen = way !== undefined && way.left.length === 0
  useEffect(() => {
    if (isOpen) window.location.assign(way.href)
  }, [isOpen, way])
  useEffect(() => {
    if (!error) return
    toast.danger(t(texts.failed, { message: messageOf(error) }), { noDuplicate: true })
    onClose()
  }, [error, onClose, t])
  if (!way || isOpen) return null
  const { verboseMap } = props.datasource
  return (
    <ConfirmDialog
      open
      title={t(texts.title, { name: way.name })}
      confirmLabel={t(texts.go)}
      onClose={onClose}
      onConfirm={() => window.location.assign(way.href)}
    >
      <p>{t(texts.left, { name: way.name })}</p>
      <ul>
        {way.left.map(({ column = t(texts.timeRange), value, sql }) => (
          <li key={sql ?? `${column} ${String(value)}`}>
            {sql ??
              t(texts.value, {
                column: verboseMap[column] ?? column,
                value: [value]
                  .flat()
                  .map((each) => markedText(each ?? null))
                  .join(', '),
              })}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}

async function wayTo(goTo: GoTo, { contextOf, drill, extra, datasource, data }: Omit<DrillProps, 'goTo' | 'onClose'>) {
  const [target, context] = await Promise.all([queryClient.fetchQuery(goToQuery(goTo)), contextOf()])
  const own = context ? markFilters({ context, datasource, drill, data }) : []
  return target.kind === 'dashboard'
    ? wayToDashboard(target, withFilters(extra, own))
    : wayToChart(target, goTo.id, withFilters(extra, own))
}

function wayToDashboard(
  { name, url, metadata }: Extract<Target, { kind: 'dashboard' }>,
  extra: DrillProps['extra'],
): Way {
  const { values, left } = carriedFilters(metadata, extra, rangeOf)
  const masks = Object.fromEntries(Object.entries(values).map(([id, value]) => [id, { id, filterState: { value } }]))
  const query = Object.keys(values).length === 0 ? '' : `?native_filters=${encodeURIComponent(formatRison(masks))}`
  return { name, href: `${url}${query}`, left }
}

/** Adds the filters to a chart as its own. */
async function wayToChart(
  { name, formData }: Extract<Target, { kind: 'chart' }>,
  chartId: number,
  extra: DrillProps['extra'],
): Promise<Way> {
  const datasourceId = Number.parseInt(String(formData['datasource']), 10)
  const key = await keepForm({ datasourceId, chartId, form: editedForm(formData, extra) })
  const href = `/explore/?form_data_key=${key}&slice_id=${chartId}&datasource_id=${datasourceId}&datasource_type=table`
  return { name, href, left: [] }
}

const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 19)

/** Converts a filter for a bucket of a time column to a time range. */
const rangeOf: RangeOf = ({ op, val, grain }) => {
  const span = grain && op === '==' && typeof val === 'number' ? bucketSpan(val, grain) : undefined
  return span && `${isoDay(span.from)} : ${isoDay(span.to)}`
}
