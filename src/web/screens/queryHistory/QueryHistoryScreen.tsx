import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CirclePause, CircleX, Clock, Eye, LoaderCircle, SquareTerminal } from 'lucide-react'
import { useState } from 'react'
import type { ListAnswer } from '../../api/list.ts'
import { type QuerySummary, queryListQuery } from '../../api/queryHistory.ts'
import { related } from '../../api/related.ts'
import { ListScreen } from '../../list/ListScreen.tsx'
import type { ColumnDefinition, ListDefinition } from '../../list/listDefinition.ts'
import previewCss from '../../list/QueryPreview.module.css'
import { QueryPreview } from '../../list/QueryPreview.tsx'
import { TablesCell } from '../../list/TablesCell.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { clockText } from '../../ui/clockText.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LabelledIcon } from '../../ui/LabelledIcon.tsx'
import { pageLanguage } from '../../ui/pageLanguage.ts'
import { defineTexts, useText } from '../../ui/text.ts'
import css from './QueryHistoryScreen.module.css'

type Text = ReturnType<typeof useText>

const texts = defineTexts('queryHistory', {
  title: 'Query history',
  state: 'State',
  time: 'Time',
  duration: 'Duration',
  tabName: 'Tab name',
  database: 'Database',
  schema: 'Schema',
  tables: 'Tables',
  user: 'User',
  rows: 'Rows',
  sql: 'SQL',
  timeRange: 'Time range',
  lastHour: 'Last hour',
  lastDay: 'Last day',
  lastWeek: 'Last week',
  lastMonth: 'Last month',
  preview: 'Query preview',
  open: 'Open query in SQL Lab',
  empty: 'No queries yet',
  emptyText: 'Queries that you run in SQL Lab are listed here, with their state and their text.',
  openLab: 'SQL Lab',
  success: 'Success',
  failed: 'Failed',
  running: 'Running',
  pending: 'Pending',
  stopped: 'Stopped',
  scheduled: 'Scheduled',
  timed_out: 'Timed out',
})

const databases = related('query', 'database')
const users = related('query', 'user')
const states = ['success', 'failed', 'running', 'pending', 'scheduled', 'stopped', 'timed_out'] as const
const addressOf = (id: number) => `/superset/sqllab/?queryId=${id}`

const hourMs = 3_600_000
const ranges = { lastHour: hourMs, lastDay: 24 * hourMs, lastWeek: 7 * 24 * hourMs, lastMonth: 30 * 24 * hourMs }

/** The queries that the user has run, or those of all users. */
export function QueryHistoryScreen() {
  const [shown, setShown] = useState<number>()
  const definition = useDefinition(setShown)
  return (
    <>
      <ListScreen definition={() => definition} sortColumn="start_time" />
      {shown === undefined ? null : <Preview shown={shown} onShow={setShown} />}
    </>
  )
}

function Preview({ shown, onShow }: { shown: number; onShow: (id: number | undefined) => void }) {
  const lists = useQueryClient().getQueriesData<ListAnswer<QuerySummary>>({ queryKey: ['queries', 'list'] })
  const pages = lists.map(([, list]) => list?.result ?? [])
  const page = pages.find((items) => items.some(({ id }) => id === shown)) ?? []
  return (
    <QueryPreview
      kind="history"
      queries={page.map((item) => ({
        id: item.id,
        name: item.tab_name ?? '',
        sql: item.sql,
        executedSql: item.executed_sql ?? item.sql,
        href: addressOf(item.id),
      }))}
      shown={shown}
      onShow={onShow}
      onClose={() => onShow(undefined)}
    />
  )
}

function useDefinition(onPreview: (id: number) => void): ListDefinition<QuerySummary> {
  const t = useText()
  const since = (key: keyof typeof ranges) => ({ value: key, label: t(texts[key]) })
  return {
    title: t(texts.title),
    canWrite: false,
    canExport: false,
    query: queryListQuery,
    queryKeyRoot: 'queries',
    searchFilter: (value) => ({ col: 'sql', opr: 'ct', value }),
    filters: [
      {
        key: 'database',
        label: t(texts.database),
        load: databases,
        toFilter: (value) => ({ col: 'database', opr: 'rel_o_m', value }),
      },
      {
        key: 'state',
        label: t(texts.state),
        options: states.map((value) => ({ value, label: t(texts[value]) })),
        toFilter: (value) => ({ col: 'status', opr: 'eq', value }),
      },
      {
        key: 'user',
        label: t(texts.user),
        load: users,
        toFilter: (value) => ({ col: 'user', opr: 'rel_o_m', value }),
      },
      {
        key: 'time',
        label: t(texts.timeRange),
        options: [since('lastHour'), since('lastDay'), since('lastWeek'), since('lastMonth')],
        toFilter: (value) => ({ col: 'start_time', opr: 'gt', value: startOf(value as keyof typeof ranges) }),
      },
    ],
    nameSort: 'tab_name',
    titleOf: (item) => item.tab_name ?? '',
    columns: columnsOf(t, onPreview),
    actionsOf: (item) => [
      { label: t(texts.preview), icon: <Eye size={15} />, onSelect: () => onPreview(item.id) },
      { label: t(texts.open), icon: <SquareTerminal size={15} />, href: addressOf(item.id) },
    ],
    empty: () => (
      <EmptyState
        size="big"
        title={t(texts.empty)}
        text={t(texts.emptyText)}
        actions={
          <ButtonLink variant="primary" size="md" href="/superset/sqllab/">
            {t(texts.openLab)}
          </ButtonLink>
        }
      />
    ),
  }
}

const columnsOf = (t: Text, onPreview: (id: number) => void): ColumnDefinition<QuerySummary>[] => [
  { key: 'state', label: t(texts.state), width: 60, cell: (item) => <StateIcon state={item.status} /> },
  {
    key: 'time',
    label: t(texts.time),
    width: 'clamp(104px, 30vw, 170px)',
    sort: 'start_time',
    isQuiet: true,
    cell: (item) => <span className={css.time}>{timeText(Number(item.start_time))}</span>,
  },
  {
    key: 'duration',
    label: t(texts.duration),
    width: 118,
    isQuiet: true,
    hiddenBelow: 'medium',
    cell: durationOf,
  },
  {
    key: 'tab',
    label: t(texts.tabName),
    width: 134,
    sort: 'tab_name',
    isQuiet: true,
    hiddenBelow: 'medium',
    cell: (item) => item.tab_name,
  },
  {
    key: 'database',
    label: t(texts.database),
    width: 94,
    sort: 'database.database_name',
    isQuiet: true,
    hiddenBelow: 'medium',
    cell: (item) => item.database?.database_name,
  },
  {
    key: 'schema',
    label: t(texts.schema),
    width: 80,
    sort: 'schema',
    isQuiet: true,
    hiddenBelow: 'medium',
    cell: (item) => item.schema,
  },
  {
    key: 'tables',
    label: t(texts.tables),
    width: 104,
    isQuiet: true,
    hiddenBelow: 'medium',
    cell: (item) => <TablesCell tables={item.sql_tables} />,
  },
  {
    key: 'user',
    label: t(texts.user),
    width: 104,
    sort: 'user.first_name',
    isQuiet: true,
    hiddenBelow: 'medium',
    cell: (item) => (item.user ? `${item.user.first_name} ${item.user.last_name}` : ''),
  },
  {
    key: 'rows',
    label: t(texts.rows),
    width: 72,
    sort: 'rows',
    isQuiet: true,
    hiddenBelow: 'narrow',
    cell: (item) => item.rows?.toLocaleString(pageLanguage()),
  },
  {
    key: 'sql',
    label: t(texts.sql),
    cell: (item) => (
      <button type="button" className={previewCss['code']} onClick={() => onPreview(item.id)}>
        {item.sql.replaceAll(/\s+/g, ' ').slice(0, 200)}
      </button>
    ),
  },
]

/** Rounded to the full minute, so that the list is not requested again with every render. */
const startOf = (range: keyof typeof ranges) => {
  const minuteMs = 60_000
  return Math.floor((Date.now() - ranges[range]) / minuteMs) * minuteMs
}

const timeText = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')

/** Empty while the query runs. */
const durationOf = ({ start_time, end_time }: QuerySummary) =>
  end_time === null ? '' : clockText(Math.max(0, Number(end_time) - Number(start_time)))

const icons = {
  success: CircleCheck,
  failed: CircleX,
  running: LoaderCircle,
  pending: Clock,
  scheduled: Clock,
  stopped: CirclePause,
  timed_out: Clock,
} as const

function StateIcon({ state }: { state: string }) {
  const t = useText()
  const known = (state in icons ? state : 'pending') as keyof typeof icons
  const Icon = icons[known]
  return (
    <LabelledIcon label={t(texts[known])} tooltip={t(texts[known])} className={css.state} data-state={known}>
      <Icon size={15} />
    </LabelledIcon>
  )
}
