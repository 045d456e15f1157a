import { useQuery } from '@tanstack/react-query'
import { loadReport, type ReportLogSummary, type ReportType, reportLogQuery, reportsKey } from '../../api/reports.ts'
import { ListScreen } from '../../list/ListScreen.tsx'
import type { ListDefinition } from '../../list/listDefinition.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { pageLanguage } from '../../ui/pageLanguage.ts'
import { defineTexts, useText } from '../../ui/text.ts'
import css from './Reports.module.css'
import { listAddress } from './reportAddress.ts'
import { StateIcon } from './StateIcon.tsx'

const texts = defineTexts('reportLog', {
  back: 'Back to all',
  title: '{type} {name}',
  state: 'State',
  id: 'Execution ID',
  scheduled: 'Scheduled at (UTC)',
  start: 'Start at (UTC)',
  duration: 'Duration',
  seconds: '{count, number} s',
  value: 'Value',
  error: 'Error message',
  empty: 'No execution yet',
  emptyText: 'Each run is listed here with its result, its time and its error.',
})

/** The runs of an alert or report. */
export function ReportLogScreen({ type, id }: { type: ReportType; id: number }) {
  const t = useText()
  const report = useQuery({
    queryKey: [reportsKey, 'one', id],
    queryFn: ({ signal }) => loadReport(id, signal),
    retry: false,
  }).data
  const time = (key: 'scheduled_dttm' | 'start_dttm', label: string) => ({
    key,
    label,
    width: 'clamp(152px, 27vw, 176px)',
    sort: key,
    isQuiet: true,
    cell: (item: ReportLogSummary) => <span className={css.message}>{shownTime(item[key])}</span>,
  })
  const definition: ListDefinition<ReportLogSummary> = {
    title: t(texts.title, { type, name: report?.name ?? '' }),
    crumbs: [{ label: t(texts.back), href: listAddress(type) }],
    query: (request) => reportLogQuery(id, request),
    queryKeyRoot: reportsKey,
    searchFilter: (value) => ({ col: 'error_message', opr: 'ct', value }),
    filters: [],
    nameSort: 'state',
    titleOf: ({ uuid }) => uuid,
    columns: [
      {
        key: 'state',
        label: t(texts.state),
        width: 60,
        sort: 'state',
        cell: ({ state }) => <StateIcon type={type} state={state} />,
      },
      {
        key: 'id',
        label: t(texts.id),
        width: 110,
        isQuiet: true,
        hiddenBelow: 'medium',
        cell: ({ uuid }) => <span title={uuid}>{uuid.slice(0, 6)}</span>,
      },
      time('scheduled_dttm', t(texts.scheduled)),
      { ...time('start_dttm', t(texts.start)), hiddenBelow: 'medium' },
      {
        key: 'duration',
        label: t(texts.duration),
        width: 100,
        isQuiet: true,
        hiddenBelow: 'narrow',
        cell: (item) => {
          const seconds = secondsOf(item)
          return seconds === undefined ? null : t(texts.seconds, { count: seconds })
        },
      },
      {
        key: 'value',
        label: t(texts.value),
        width: 110,
        sort: 'value',
        hiddenBelow: 'narrow',
        cell: ({ value }) => value?.toLocaleString(pageLanguage()),
      },
      {
        key: 'error',
        label: t(texts.error),
        sort: 'error_message',
        cell: ({ error_message }) => <span className={css.message}>{error_message}</span>,
      },
    ],
    canWrite: false,
    canExport: false,
    empty: () => <EmptyState size="big" title={t(texts.empty)} text={t(texts.emptyText)} />,
  }
  return <ListScreen definition={() => definition} sortColumn="scheduled_dttm" />
}

const shownTime = (text: string | null) => text?.slice(0, 19).replace('T', ' ')

function secondsOf({ start_dttm, end_dttm }: ReportLogSummary): number | undefined {
  if (start_dttm === null || end_dttm === null) return undefined
  return Math.round((Date.parse(end_dttm) - Date.parse(start_dttm)) / 100) / 10
}
